"""What the project says about itself agrees: version, error numbers, commands, and what the wheel carries."""

import ast
import re
import shutil
import subprocess
import sys
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import tablekit

ROOT = Path(__file__).parent.parent
ADDRESS = re.compile(
    r"(?:pypi|pythonhosted|piwheels|npmjs|debian|raspbian|ubuntu)\.(?:org|io|com)"
    r"|^--(?:index-url|extra-index-url|find-links|trusted-host)",
    re.MULTILINE,
)
MACHINE_PATH = re.compile(r"(?<![\w.~])/(?:work|root|home|Users|mnt)/")
NUMBERED = {"KitError": range(100, 500), "ConfigError": range(100, 200), "ScenarioError": range(200, 300)}
NUMBERED |= {"JournalError": range(300, 400), "DeviceError": range(400, 500)}


def project_files() -> Iterator[Path]:
    """Every file but git's own and what .gitignore names as a folder."""
    patterns = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    ignored = {".git", *(pattern.strip("/") for pattern in patterns if pattern.endswith("/"))}
    folders = [ROOT]
    while folders:
        for path in sorted(folders.pop().iterdir()):
            if path.is_dir() and path.name not in ignored:
                folders.append(path)
            elif path.is_file() and not path.match(".coverage*"):
                yield path


def faults(text: str) -> list[str]:
    """Addresses to download from, and paths of one machine."""
    return [match.group() for pattern in (ADDRESS, MACHINE_PATH) for match in pattern.finditer(text)]


def test_no_file_names_a_registry_or_a_path_of_one_machine() -> None:
    texts = ((path, path.read_bytes().decode(errors="ignore")) for path in project_files())
    found = {str(path.relative_to(ROOT)): faults(text) for path, text in texts if faults(text)}
    assert not found


def test_an_address_and_a_path_are_found() -> None:
    assert faults("see https://py" + "pi.org/simple and open('/ro" + "ot/table.toml')") == [
        "py" + "pi.org",
        "/ro" + "ot/",
    ]
    assert faults("a pypi package, ~/tables, tests/wo" + "rk/, /run/tablekit, --no-emit-index-url --x") == []


def test_the_newest_numbered_heading_of_the_changelog_is_the_version() -> None:
    headings = re.findall(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[0] == "Unreleased"
    assert headings[1:2] in ([], [tablekit.__version__])


def raised(source: str) -> Iterator[tuple[int, str]]:
    """Number and class of each error of the family that the source makes."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            name = ast.unparse(node.func).rpartition(".")[2]
            if name in NUMBERED and isinstance(node.args[0].value, int):
                yield node.args[0].value, name


def clashes(errors: Iterable[tuple[int, str, str]]) -> list[str]:
    """Numbers that two modules raise, each with a meaning of its own, and numbers outside their class's hundred."""
    modules = defaultdict(set)
    for number, _, module in errors:
        modules[number].add(module)
    found = [
        f"KIT{number} is raised in {' and '.join(sorted(where))}" for number, where in modules.items() if len(where) > 1
    ]
    return found + [f"KIT{number} is no {name}" for number, name, _ in errors if number not in NUMBERED[name]]


def test_every_error_number_has_one_meaning() -> None:
    files = [
        (str(file.relative_to(ROOT)), file.read_text(encoding="utf-8")) for file in (ROOT / "tablekit").rglob("*.py")
    ]
    assert not clashes([(number, name, file) for file, source in files for number, name in raised(source)])


def test_a_number_with_two_meanings_is_found() -> None:
    assert [*raised("raise errors.ConfigError(101, f'no {key}', 'Add it')\nother(102, 'c')")] == [(101, "ConfigError")]
    twice = [(101, "ConfigError", "a.py"), (101, "ConfigError", "a.py")]
    assert clashes(twice) == []
    assert clashes([*twice, (101, "ConfigError", "b.py")]) == ["KIT101 is raised in a.py and b.py"]
    assert clashes([(101, "ScenarioError", "a.py")]) == ["KIT101 is no ScenarioError"]


def commands(text: str, folder: str = "") -> set[str]:
    """The targets of each `make …`, or `make -C folder …`, that stands in code."""
    code = re.findall(r"```.*?```|`[^`\n]+`|^    [^\n]+$", text, re.DOTALL | re.MULTILINE)
    calls = [call for piece in code for call in re.findall(r"(?<![\w-])make((?: +[\w=.-]+)+)", piece)]
    words = [call.split() for call in calls]
    own = [
        call[2:] if folder else call for call in words if (call[:2] == ["-C", folder] if folder else call[0] != "-C")
    ]
    return {word for call in own for word in call if "=" not in word}


def test_every_make_command_of_the_pages_is_a_target() -> None:
    pages = [
        *ROOT.glob("*.md"),
        *ROOT.glob("docs/**/*.md"),
        *ROOT.glob("hardware/**/*.md"),
        ROOT / "firmware" / "README.md",
    ]
    for folder in ("", "firmware"):
        makefile = (ROOT / folder / "Makefile").read_text(encoding="utf-8")
        targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
        unknown = {page.name: commands(page.read_text(encoding="utf-8"), folder) - targets for page in pages}
        assert not any(unknown.values()), unknown


def test_commands_are_read_from_code_alone() -> None:
    text = "To make sure, `make run ARGS=demo` or\n\n    make clean setup PYTHON=python3\n\n```\n$ make test-fast\n```"
    assert commands(text) == {"run", "clean", "setup", "test-fast"}
    assert commands("`make -C firmware all sim` and `make -C docs page`", "firmware") == {"all", "sim"}


SKIPPING = """
import pytest

@pytest.mark.skip(reason="no compiler")
def test_marked(): ...

def test_inside():
    pytest.skip("no card")

def test_allowed():
    pytest.skip("no Pi")

@pytest.mark.xfail
def test_known():
    raise AssertionError
"""


@pytest.mark.slow
def test_a_skip_fails_unless_it_is_allowed(tmp_path: Path) -> None:
    shutil.copy(ROOT / "tests" / "conftest.py", tmp_path)
    (tmp_path / "test_it.py").write_text(SKIPPING)
    (tmp_path / "skips.txt").write_text("# beginnings, then reasons\n\ntest_it.py::test_allowed  there is no Pi here\n")
    environment = {"ALLOWED_SKIPS": str(tmp_path / "skips.txt")}
    command = [sys.executable, "-m", "pytest", "-q", "--rootdir=.", "."]
    run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert run.stdout.splitlines()[-1].startswith("1 failed, 1 skipped, 1 xfailed, 1 error")
    assert run.returncode == pytest.ExitCode.TESTS_FAILED


@pytest.mark.slow
def test_the_wheel_carries_the_kit_its_texts_its_sounds_and_its_pins(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path], cwd=ROOT, check=True)
    (wheel,) = tmp_path.iterdir()
    assert wheel.name == f"tablekit-{tablekit.__version__}-py3-none-any.whl"
    carried = set(zipfile.ZipFile(wheel).namelist())
    sources = {path.relative_to(ROOT).as_posix() for path in (ROOT / "tablekit").rglob("*.py")}
    catalogs = {path.relative_to(ROOT).with_suffix(".mo").as_posix() for path in (ROOT / "tablekit").rglob("*.po")}
    sounds = {
        f"tablekit/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / "sounds").rglob("*") if path.is_file()
    }
    assert carried >= sources | catalogs | sounds | {"tablekit/hardware/pins.toml"}
