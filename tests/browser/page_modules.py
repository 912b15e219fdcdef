"""Modules of the pages that need no page: bundled as they stand, and asked in Node."""

import json
import subprocess
from typing import Any

from tests.browser.pages_build import ROOT

BUNDLE = """
import { rolldown } from "rolldown";
const [input, program] = process.argv.slice(-2);
const made = await rolldown({ input, resolve: { alias: { $lib: "./src/lib" } }, logLevel: "silent" });
const { output } = await made.generate({ format: "esm" });
const module = await import("data:text/javascript," + encodeURIComponent(output[0].code));
let asked = "";
for await (const part of process.stdin) asked += part;
console.log(JSON.stringify(await eval(program)(module, JSON.parse(asked))));
"""


def answered(input_: str, program: str, asked: Any) -> Any:
    """`program` is a function of the module and of what is asked, in JavaScript."""
    answer = subprocess.run(
        ["node", "--input-type=module", "-e", BUNDLE, "--", input_, program],
        cwd=ROOT / "web",
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    return json.loads(answer.stdout)
