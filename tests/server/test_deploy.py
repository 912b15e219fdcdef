"""What deploy/ says is true: options, keys, ports and routes exist, and the configurations are accepted."""

import configparser
import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from croupier.doors.cli import serve
from croupier.floor.server.api.matrix import ROUTES
from croupier.floor.server.run import Plan

DEPLOY = Path(__file__).parents[2] / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose" / "compose.yaml").read_text("utf-8"))
KUBERNETES = {each["kind"]: each for each in yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text("utf-8"))}
CONTAINERFILE = (DEPLOY / "Containerfile").read_text("utf-8")
HOUSES = {
    "compose": (DEPLOY / "compose" / "house.toml").read_text("utf-8"),
    "kubernetes": KUBERNETES["ConfigMap"]["data"]["house.toml"],
}
POD = KUBERNETES["Deployment"]["spec"]["template"]["spec"]
CONTAINER = POD["containers"][0]
PORTS = {"http": 8443, "feed": 7117}


def planned(folder: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> Plan:
    """The configuration as `serve` reads it; its secret lies in this folder."""
    secret = folder / "cluster.secret"
    secret.write_text("x" * 32)
    secret.chmod(0o600)
    text = re.sub(r'"[^"]*/cluster.secret"', f'"{secret}"', HOUSES[name])
    (folder / "house.toml").write_text(text)
    if name == "kubernetes":
        monkeypatch.setenv("CROUPIER_STORE", "postgresql://croupier@house-rw/house")
    return serve._plan(serve.arguments().read(["--config", str(folder / "house.toml"), "--process", "a"]))


@pytest.mark.parametrize("name", HOUSES)
def test_a_configuration_is_accepted(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = planned(tmp_path, name, monkeypatch)
    assert (plan.host, plan.port, plan.feed[1]) == ("0.0.0.0", PORTS["http"], PORTS["feed"])
    assert not isinstance(plan.store, Path)
    assert plan.cluster_secret


def commands() -> Iterator[tuple[str, list[str]]]:
    """The arguments of `croupier serve`, by where they stand."""
    for name in ("a", "b"):
        yield f"compose {name}", COMPOSE["services"][name]["command"]
    yield "kubernetes", CONTAINER["args"]
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read_string((DEPLOY / "systemd" / "croupier@.service").read_text("utf-8"))
    program, command, *arguments = shlex.split(unit["Service"]["ExecStart"])
    assert (Path(program).name, command) == ("croupier", "serve")
    yield "systemd", [word.replace("${PORT}", "8443") for word in arguments]


@pytest.mark.parametrize(("where", "arguments"), [*commands()])
def test_serve_knows_the_options(where: str, arguments: list[str]) -> None:
    options = serve.arguments().read(["--config", "house.toml", *arguments])
    assert options.process
    assert options.json


def test_processes_have_names_of_their_own() -> None:
    named = [COMPOSE["services"][name]["command"][1] for name in ("a", "b")]
    assert named == ["a", "b"]
    assert CONTAINER["args"][1] == "$(POD)"
    assert {each["name"] for each in CONTAINER["env"]} == {"POD", "CROUPIER_STORE"}


def test_ports_are_those_of_the_configuration() -> None:
    assert {each["name"]: each["containerPort"] for each in CONTAINER["ports"]} == PORTS
    assert re.findall(r"^EXPOSE (.*)$", CONTAINERFILE, re.M) == [" ".join(map(str, PORTS.values()))]
    assert set(re.findall(r":(\d{4})", (DEPLOY / "compose" / "Caddyfile").read_text("utf-8"))) == {str(PORTS["http"])}


def test_probes_ask_for_a_route_that_everybody_may_call() -> None:
    asked = {each["httpGet"]["path"] for key in ("startupProbe", "readinessProbe") if (each := CONTAINER[key])}
    asked |= set(re.findall(r"http://[^/]+(/[^']+)'", CONTAINERFILE))
    asked |= set(re.findall(r"health_uri (\S+)", (DEPLOY / "compose" / "Caddyfile").read_text("utf-8")))
    assert asked == {"/v1/health"}
    assert any(route.path == "/v1/health" for route in ROUTES)
    assert "httpGet" not in CONTAINER["livenessProbe"]  # a house whose database server is away must not be restarted


def test_files_that_are_mounted_exist() -> None:
    def sources(service: dict[str, Any]) -> Iterator[str]:
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            if source.startswith("./"):
                yield source
            else:
                assert source in COMPOSE["volumes"]

    found = {source for service in COMPOSE["services"].values() for source in sources(service)}
    missing = {source for source in found if not (DEPLOY / "compose" / source).exists()}
    assert missing == {"./cluster.secret"}  # the operator's own
    for requirements in re.findall(r"requirements/\w+\.txt", CONTAINERFILE):
        assert (DEPLOY.parent / requirements).exists()


@pytest.mark.parametrize("script", ["primary.sh", "standby.sh"])
def test_scripts_can_be_read_by_a_shell(script: str) -> None:
    assert subprocess.run(["bash", "-n", str(DEPLOY / "compose" / script)], check=False).returncode == 0
