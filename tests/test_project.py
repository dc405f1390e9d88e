"""The project's own promises: pinned requirements, a complete wheel, nothing of one machine in the repository."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from urllib.parse import unquote

import pytest

from engine.core.errors import ContentError
from engine.games.horrors_of_war.content import library

ROOT = Path(__file__).parent.parent
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
REQUIREMENTS = sorted((ROOT / "requirements").glob("*.txt"))
PINNED = re.compile(r"(?P<name>[a-z0-9-]+)==[\w.]+( ; [^;]+?)?( --hash=sha256:[0-9a-f]{64})+")
MACHINE_PATH = re.compile(r"(?<![\w.-])(/(home|Users|root|work|opt|mnt)/\w|[A-Z]:\\Users\\)")
# The benchmark alone may import these, and says so when they are missing.
BENCHMARK_ONLY = {"chess"}


def requirement_lines(path):
    """A requirement file without comments, each requirement and its hashes on one line."""
    text = re.sub(r"^\s*#.*\n", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return text.replace("\\\n", " ").splitlines()


def pinned_names(path):
    return {PINNED.fullmatch(re.sub(r"\s+", " ", line))["name"] for line in requirement_lines(path)}


def runtime_dependencies():
    """Also those for the browser, which whoever installs Parley may leave out, and `make setup` does not."""
    project = PYPROJECT["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["web"]]
    return {re.match(r"[\w-]+", requirement)[0] for requirement in wanted}


def imported_packages(path):
    """The top-level names of every absolute import in a file, also of imports inside functions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module.partition(".")[0]


def repository_files():
    """Every file that is in the repository or would be added to it."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("This is not a git checkout.")
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


@pytest.mark.parametrize("path", REQUIREMENTS, ids=lambda path: path.name)
def test_every_requirement_is_pinned_by_version_and_hash(path):
    lines = [re.sub(r"\s+", " ", line) for line in requirement_lines(path)]
    assert lines
    assert [line[:60] for line in lines if not PINNED.fullmatch(line)] == []


def test_no_file_that_installs_something_names_an_index():
    installers = [*REQUIREMENTS, ROOT / "pyproject.toml", ROOT / "Makefile", ROOT / ".ci" / "run"]
    named = re.compile(r"://|--(extra-)?index-url|--find-links")
    assert [path.name for path in installers if named.search(path.read_text(encoding="utf-8"))] == []


def test_the_pins_cover_what_the_project_asks_for():
    """A dependency added to pyproject.toml without `make lock` would be missing from a fresh .venv."""
    assert runtime_dependencies() <= pinned_names(ROOT / "requirements" / "run.txt")
    build = ROOT / "requirements" / "build.txt"
    assert all(f"{requirement} \\" in build.read_text("utf-8") for requirement in PYPROJECT["build-system"]["requires"])


def test_the_game_imports_only_what_it_declares():
    """A package that only the development tools bring along would be missing after `make setup`."""
    declared = {name.replace("-", "_") for name in runtime_dependencies()}
    allowed = {"engine", "tui", "data"} | declared | BENCHMARK_ONLY | set(sys.stdlib_module_names)
    sources = [path for package in ("engine", "tui", "data") for path in (ROOT / package).rglob("*.py")]
    undeclared = {f"{path.relative_to(ROOT)}: {name}" for path in sources for name in imported_packages(path)}
    assert sorted(entry for entry in undeclared if entry.rpartition(" ")[2] not in allowed) == []


def test_shared_code_asks_the_rules_for_the_title_of_a_seat():
    """A capitalised id is a title only in games whose seats are named so."""
    sources = [path for package in ("engine", "tui") for path in (ROOT / package).rglob("*.py")]
    capitalised = re.compile(r"seat\w*(\[0\])?\.(capitalize|title)\(\)")
    assert [path.name for path in sources if capitalised.search(path.read_text("utf-8"))] == ["words.py"]


def test_no_file_names_a_path_of_one_machine():
    found = []
    for path in repository_files():
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        found += [f"{path.relative_to(ROOT)}:{n}" for n, line in enumerate(lines, 1) if MACHINE_PATH.search(line)]
    assert found == []


def test_the_readme_stays_short():
    """It is the door for all games; what one reader needs stands beside what it is about."""
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 250


@pytest.mark.parametrize("path", sorted(ROOT.glob("*.md")) + sorted(ROOT.glob("[ted]*/**/README.md")), ids=str)
def test_links_of_a_page_lead_to_files(path):
    links = re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8"))
    missing = [link for link in links if not (path.parent / unquote(link)).exists()]
    assert missing == []


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built once."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    [path] = folder.glob("*.whl")
    return zipfile.ZipFile(path)


def test_the_wheel_names_its_licence_and_holds_it(wheel):
    info = "parley-0.1.0.dist-info"
    metadata = wheel.read(f"{info}/METADATA").decode()
    assert "\nLicense-Expression: MIT\nLicense-File: LICENSE\n" in metadata
    assert "the Parley developers" in wheel.read(f"{info}/licenses/LICENSE").decode()
    assert "Horrors of War" in PYPROJECT["project"]["description"]


def test_a_package_of_the_same_name_as_our_data_is_not_taken_for_it(tmp_path):
    """It may come first on the path, as in the folder that Parley is started in."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "__init__.py").touch()
    paths = [str(tmp_path), str(ROOT)]
    code = f"import sys; sys.path[:0] = {paths!r}; from tui.cli import command; sys.exit(command.run(['games']))"
    ran = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert (ran.returncode, "order-in-chaos" in ran.stdout) == (0, True)


def test_content_that_is_not_there_is_an_error_and_not_an_empty_list(tmp_path):
    with pytest.raises(ContentError, match="there is no scenario, so Parley is not installed as a whole"):
        library.read(tmp_path)


def test_the_wheel_holds_the_code_and_all_data(wheel):
    packed = set(wheel.namelist())
    data = {path.relative_to(ROOT).as_posix() for path in (ROOT / "data").rglob("*") if path.suffix in {".json", ".md"}}
    assert data
    assert data <= packed
    assert {"engine/__init__.py", "tui/cli/command.py", "tui/web/page/index.html"} <= packed
    assert {name.partition("/")[0] for name in packed} == {"engine", "tui", "data", "parley-0.1.0.dist-info"}
