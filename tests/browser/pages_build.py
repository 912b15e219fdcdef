"""web/build.py, which is no package, as a module."""

import importlib.util
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]


def _loaded() -> ModuleType:
    spec = importlib.util.spec_from_file_location("croupier_pages", ROOT / "web" / "build.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


BUILD = _loaded()
