"""Lists what a release is made of: a software bill of materials in CycloneDX 1.6.

    .venv/bin/python -m tools.sbom > croupier.cdx.json

Python packages come from the locked requirements of the wheel and its extras, packages of the pages from
`web/package-lock.json`. Both pin exact versions with hashes, so the bill is made without installing anything.
"""

import base64
import json
import re
import sys
from pathlib import Path
from typing import Any, Final

from tools.changelog import Wrong

ROOT = Path(__file__).parents[1]
RUNS: Final = ("base", "floor", "odds", "pdf", "postgres")
"""The requirements that a user installs; build tools among them are only needed to build the wheel."""
BUILDS: Final = ("hatchling", "packaging", "pathspec", "pluggy", "tomlkit", "trove-classifiers")
_PACKAGE = re.compile(r"([A-Za-z0-9._-]+)==([^ ;\\]+)([^\\\n]*)((?:\\\n *--hash=[^\n]+)*)")
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")

Component = dict[str, Any]


def bill(root: Path, version: str) -> dict[str, Any]:
    components = [*python_packages(root), *page_packages(root)]
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": _component("pypi", "croupier", version, "application")},
        "components": components,
        "dependencies": [
            {
                "ref": _purl("pypi", "croupier", version),
                "dependsOn": sorted(each["bom-ref"] for each in components if each["scope"] == "required"),
            }
        ],
    }


def python_packages(root: Path) -> list[Component]:
    found: dict[str, Component] = {}
    for name in RUNS:
        text = (root / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
        pins = [line for line in text.splitlines() if "==" in line and not line.lstrip().startswith("#")]
        packages = list(_PACKAGE.finditer(text))
        if len(packages) != len(pins):
            raise Wrong(f"requirements/{name}.txt has {len(pins)} pins, of which {len(packages)} can be read")
        for package in packages:
            hashes = _HASH.findall(package[4])
            if not hashes:
                raise Wrong(f"requirements/{name}.txt: {package[1]} has no hash")
            component = _component("pypi", package[1].lower(), package[2], "library")
            component["scope"] = "excluded" if package[1] in BUILDS else "required" if name == "base" else "optional"
            component["hashes"] = [{"alg": "SHA-256", "content": each} for each in hashes]
            found.setdefault(component["bom-ref"], component)
    return [found[ref] for ref in sorted(found)]


def page_packages(root: Path) -> list[Component]:
    """Nothing of npm is installed by users: the pages are built before the release."""
    lock = json.loads((root / "web" / "package-lock.json").read_text(encoding="utf-8"))
    components = []
    for path, package in sorted(lock["packages"].items()):
        if not path:
            continue
        name = path.rpartition("node_modules/")[2]
        algorithm, _, digest = package["integrity"].partition("-")
        component = _component("npm", name, package["version"], "library")
        component["scope"] = "excluded"
        component["hashes"] = [{"alg": f"SHA-{algorithm[3:]}", "content": base64.b64decode(digest).hex()}]
        if "license" in package:
            component["licenses"] = [{"expression": package["license"]}]
        components.append(component)
    return components


def _component(kind: str, name: str, version: str, what: str) -> Component:
    purl = _purl(kind, name, version)
    return {"type": what, "bom-ref": purl, "name": name, "version": version, "purl": purl}


def _purl(kind: str, name: str, version: str) -> str:
    return f"pkg:{kind}/{name.replace('@', '%40')}@{version}"


def write(root: Path, version: str, file: Path) -> int:
    """The number of components."""
    made = bill(root, version)
    file.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")
    return len(made["components"])


if __name__ == "__main__":
    from croupier.version import __version__

    json.dump(bill(ROOT, __version__), sys.stdout, indent=1)
