"""Where a result comes from: the code, the versions, the machine. Gathered once per experiment."""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
import importlib.util
import os
import platform
import subprocess
from collections.abc import Iterable
from pathlib import Path

import psutil

from benchmarks.record import Provenance
from benchmarks.registry import PLUGIN_FILE, PluginError, Problem, StrategyEntry

PACKAGES = ("numba", "numpy", "open_spiel", "ortools", "pandas", "python-constraint2", "seaborn", "asv")

SEARCH_PACKAGES = ("backends", "csp", "games")
"""The packages whose source decides what a run counts."""


def provenance(experiment: str, command: str, started: str, code: str) -> Provenance:
    """Everything about this machine and this code (of version `code`) that a reader of the results may ask."""
    commit, dirty = _commit()
    return Provenance(
        experiment=experiment,
        command=command,
        started=started,
        commit=commit,
        dirty=dirty,
        code=code,
        run_bench=version_of("run-bench") or "unknown",
        python=f"{platform.python_implementation()} {platform.python_version()}",
        packages={name: version_of(name) or "missing" for name in PACKAGES},
        platform=platform.platform(),
        cpu=cpu_name(),
        cores=os.cpu_count() or 1,
        memory_mib=psutil.virtual_memory().total // 2**20,
        load=os.getloadavg()[0],
    )


@functools.cache
def code_version(plugins: tuple[str, ...] = (), packages: tuple[str, ...] = ()) -> str:
    """Hash of all source that decides what a run counts, 12 hex digits: ours, and that of plug-ins.

    plugins: files; packages: installed ones

    Raises:
        PluginError: a plug-in is not there any more.
    """
    digest = hashlib.sha256()
    for package in (*SEARCH_PACKAGES, *packages):
        root, paths = _sources(package)
        for path in paths:
            digest.update(f"{package}/{path.relative_to(root)}\0".encode())
            digest.update(path.read_bytes())
    for plugin in plugins:
        try:
            digest.update(Path(plugin).read_bytes())
        except OSError as error:
            raise PluginError(f"--plugin {plugin}: {error.strerror}") from error
    return digest.hexdigest()[:12]


def packages_of(entries: Iterable[StrategyEntry], problem: Problem | None = None) -> tuple[str, ...]:
    """The installed packages, other than ours, that strategies and a problem come from."""
    origin = getattr(problem, "origin", type(problem).__module__.partition(".")[0])
    ours = {*SEARCH_PACKAGES, "benchmarks", "reports", "builtins"}
    origins = {origin, *(entry.origin for entry in entries)} - ours
    return tuple(sorted(name for name in origins if not name.startswith(PLUGIN_FILE)))


def version_of(package: str) -> str | None:
    """The installed version of a distribution, or None."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def cpu_name() -> str:
    """What the processor calls itself."""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def _sources(package: str) -> tuple[Path, list[Path]]:
    """The folder that a package or module lies in, and its Python files."""
    specification = importlib.util.find_spec(package)
    if specification is None:
        raise PluginError(f"the package {package}, which a strategy or a game comes from, is not installed")
    if specification.origin is None:
        return Path(), []
    origin = Path(specification.origin)
    if specification.submodule_search_locations is None:
        return origin.parent, [origin]
    return origin.parent, sorted(origin.parent.rglob("*.py"))


def _commit() -> tuple[str | None, bool | None]:
    """The commit of the checkout that this code runs from, and whether it was changed since; Nones without one."""
    folder = Path(__file__).parent

    def git(*words: str) -> str | None:
        try:
            done = subprocess.run(
                ["git", "-C", str(folder), *words], capture_output=True, text=True, timeout=10, check=True
            )
        except (OSError, subprocess.SubprocessError):
            return None
        return done.stdout.strip()

    # An installed copy may lie inside a checkout of something else, which does not track it.
    if git("ls-files", "--error-unmatch", Path(__file__).name) is None:
        return None, None
    return git("rev-parse", "HEAD"), bool(git("status", "--porcelain", "--untracked-files=no"))
