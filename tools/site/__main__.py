"""`python -m tools.site [FOLDER]`."""

import sys
from pathlib import Path

from tools.site.build import Occupied, build
from tools.site.pages import ROOT
from tools.site.render import Dead

if __name__ == "__main__":
    folder = Path(sys.argv[1]) if sys.argv[1:] else ROOT / "build" / "docs"
    try:
        count = build(folder, lambda words: print(f"  {words}", file=sys.stderr, flush=True))
    except (Dead, Occupied) as error:
        sys.exit(f"the site is not built: {error}")
    print(f"{count} pages: {folder / 'index.html'}")
