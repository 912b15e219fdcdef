"""The bill of materials: every package that is pinned, with its hashes, and nothing that is not."""

import json
import re
import shutil
from pathlib import Path

import pytest

from tools.changelog import Wrong
from tools.sbom import BUILDS, RUNS, bill, write

ROOT = Path(__file__).parents[2]


def test_every_pinned_package_stands_in_the_bill(tmp_path: Path) -> None:
    file = tmp_path / "croupier.cdx.json"
    count = write(ROOT, "1.2.3", file)
    made = json.loads(file.read_text(encoding="utf-8"))
    assert (made["bomFormat"], made["specVersion"], made["version"]) == ("CycloneDX", "1.6", 1)
    assert made["metadata"]["component"]["purl"] == "pkg:pypi/croupier@1.2.3"
    components = made["components"]
    assert len({each["bom-ref"] for each in components}) == len(components) == count
    pinned = {
        tuple(line.split(" ")[0].split("=="))
        for name in RUNS
        for line in (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
        if re.match(r"[a-z].*==", line)
    }
    python = [each for each in components if each["purl"].startswith("pkg:pypi/")]
    assert {(each["name"], each["version"]) for each in python} == pinned
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    pages = {path.rpartition("node_modules/")[2] for path in lock["packages"] if path}
    assert {each["name"] for each in components if each["purl"].startswith("pkg:npm/")} == pages
    for each in components:
        assert all(re.fullmatch("[0-9a-f]{64,128}", digest["content"]) for digest in each["hashes"]), each["name"]
        assert each["hashes"] and " " not in each["purl"]


def test_users_need_what_is_required_and_nothing_that_builds() -> None:
    components = bill(ROOT, "1.2.3")["components"]
    scopes = {each["name"]: each["scope"] for each in components if each["purl"].startswith("pkg:pypi/")}
    assert [name for name, scope in scopes.items() if scope == "required"] == ["msgspec"]
    assert {scopes[name] for name in BUILDS} == {"excluded"}
    assert scopes["starlette"] == scopes["numpy"] == scopes["typst"] == "optional"


@pytest.mark.parametrize(
    ("before", "after"),
    [("msgspec==0.", "msgspec == 0."), (r"--hash=sha256:[0-9a-f]+ \\\n|    --hash=sha256:[0-9a-f]+\n", "")],
)
def test_a_package_that_cannot_be_read_is_not_left_out(tmp_path: Path, before: str, after: str) -> None:
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    file = tmp_path / "requirements" / "base.txt"
    file.write_text(re.sub(before, after, file.read_text(encoding="utf-8")), encoding="utf-8")
    with pytest.raises(Wrong):
        bill(tmp_path, "1.2.3")
