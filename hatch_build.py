"""The build hook: wheels and sdists carry the built pages. It never fails an installation for want of them."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def _pages() -> ModuleType:
    """web/build.py, which is no package."""
    spec = importlib.util.spec_from_file_location("croupier_pages", Path(__file__).parent / "web" / "build.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Pages(BuildHookInterface):  # type: ignore[type-arg]
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Of the throw-away environment of the build: node, only where there is none."""
        pages = _pages()
        return [] if pages.is_current() or pages.has_node() else [pages.NODE_PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Also called to find out metadata, where the stamp keeps it from building twice. In a checkout `run.py` builds
        the pages when somebody wants to see them."""
        if version == "editable":
            return
        pages = _pages()
        try:
            pages.build()
        except (pages.NotBuilt, OSError) as error:
            print(f"croupier is installed without its pages: {error}", file=sys.stderr)
