"""`run-bench doctor`: what is broken is said to be broken."""

import importlib.metadata
import importlib.util
import os
import re
import tomllib
from pathlib import Path
from types import SimpleNamespace

from benchmarks import doctor
from benchmarks.provenance import PACKAGES

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"


def lines(text: str, level: str) -> list[str]:
    return [line.removeprefix(level).strip() for line in text.splitlines() if line.startswith(level)]


def test_a_sound_installation_is_healthy():
    text, healthy = doctor.diagnosis([])
    assert healthy
    assert lines(text, "broken") == []
    assert any(line.startswith("the compiled backend works") for line in lines(text, "ok"))
    assert all(any(line.startswith(f"{name} ") for line in lines(text, "ok")) for name in PACKAGES)


def test_a_foreign_package_that_shadows_ours_is_broken(monkeypatch, tmp_path):
    find = importlib.util.find_spec
    foreign = SimpleNamespace(origin=str(tmp_path / "csp" / "__init__.py"))
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: foreign if name == "csp" else find(name))
    text, healthy = doctor.diagnosis([])
    assert not healthy
    (line,) = lines(text, "broken")
    assert line.startswith(f"the package csp is taken from {tmp_path / 'csp'}, not from ")
    assert line.endswith("use an environment of its own")


def test_a_missing_package_is_broken_and_how_to_get_it_is_said(monkeypatch):
    monkeypatch.setattr(doctor, "version_of", lambda name: None if name == "ortools" else "1")
    text, healthy = doctor.diagnosis([])
    assert not healthy
    assert lines(text, "broken") == ["ortools is missing: pip install ortools"]


def test_an_extra_that_is_missing_is_no_illness_and_what_needs_it_is_said(monkeypatch):
    monkeypatch.setattr(doctor, "version_of", lambda name: "1" if name in (*PACKAGES, "cpmpy") else None)
    text, healthy = doctor.diagnosis([])
    assert healthy
    assert len(lines(text, "absent")) == len(doctor.EXTRAS) - 1
    assert "the strategy sat needs python-sat: pip install 'run-bench[sat]'" in lines(text, "absent")
    assert "cpmpy 1, for the strategy cpmpy" in lines(text, "ok")


def test_every_extra_is_looked_for():
    extras = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    ours = {name: requirements for name, requirements in extras.items() if name not in ("test", "dev")}
    assert {name: re.split("[><=]", only)[0] for name, (only,) in ours.items()} == {
        name: package for name, (package, _) in doctor.EXTRAS.items()
    }


def test_a_plugin_that_cannot_be_loaded_is_broken():
    message = "the plug-in theirs (their_package) cannot be loaded: ImportError: no"
    text, healthy = doctor.diagnosis([message])
    assert not healthy
    assert lines(text, "broken") == [message]


def test_a_busy_machine_is_a_warning_and_no_illness(monkeypatch):
    monkeypatch.setattr(os, "getloadavg", lambda: (1000.0, 1.0, 1.0))
    text, healthy = doctor.diagnosis([])
    assert healthy
    assert any(line.startswith("load 1000.0: other programs are running") for line in lines(text, "warning"))
