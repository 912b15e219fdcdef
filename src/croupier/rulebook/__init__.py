"""Rulebooks: approved documents as data, and what they answer.

Programs ask `croupier.rulebook("poker@7")`, and Python has one attribute for that function and for this package. So the
package can be called, and hands on to the function.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any


class _AlsoAFunction(ModuleType):
    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return import_module("croupier.library.books").rulebook(*arguments, **named)


sys.modules[__name__].__class__ = _AlsoAFunction
