"""Types of the pages, and both languages against each other: `python -m tests.browser.pages_check`."""

import subprocess
import sys

from tests.browser.pages_build import BUILD, ROOT

if __name__ == "__main__":
    node = BUILD.node()
    if node is None:
        sys.exit(f"croupier: {BUILD.NO_NODE}")
    checker = ROOT / "web" / "node_modules" / "svelte-check" / "bin" / "svelte-check"
    command = [node, str(checker), "--tsconfig", "./tsconfig.json", "--fail-on-warnings"]
    sys.exit(subprocess.call(command, cwd=ROOT / "web"))
