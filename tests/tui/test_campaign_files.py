"""A campaign as one file: taken along, brought in, checked; what comes from elsewhere can do no harm."""

from __future__ import annotations

import io
import random
import zipfile

import pytest

from engine.core.errors import ParleyError, Refused, SaveError
from engine.store import bundle
from engine.store.bundle import LEDGER, pack, unpack
from tests.contracts import campaigner
from tui.play import saves
from tui.play.campaign_files import bring_in, delete, export, restore, verify_campaign
from tui.play.campaign_list import entries
from tui.play.campaigns import ledgers, open_campaign

SEED = 4


@pytest.fixture
def played(home, marsh_lights):
    """The ledger of a campaign that was played to its end."""
    campaigner.go_on(SEED)
    return ledgers().files()[0].path


@pytest.fixture
def archive(played, tmp_path):
    return export(played, str(tmp_path / "ours.zip")).path


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """Another user's folder."""

    def go():
        monkeypatch.setenv("PARLEY_HOME", str(tmp_path / "elsewhere"))
        return tmp_path / "elsewhere"

    return go


def test_a_campaign_that_was_taken_along_is_the_same_elsewhere(archive, elsewhere):
    before = campaigner.digest()
    elsewhere()
    found = bring_in(archive)
    assert found.left_out == ()
    assert campaigner.digest() == before
    assert verify_campaign(found.path).problems == ()


def test_an_unfinished_campaign_goes_on_elsewhere(home, marsh_lights, tmp_path, elsewhere):
    """In the middle of a chapter; it ends as it would have here."""
    stop = iter(range(30))

    def dies(words):
        if next(stop, None) is None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        campaigner.go_on(SEED, dies)
    packed = export(ledgers().files()[0].path, str(tmp_path)).path
    campaigner.go_on(SEED)
    here = campaigner.digest()
    elsewhere()
    bring_in(packed)
    campaigner.go_on(SEED)
    assert campaigner.digest() == here


def test_nothing_that_is_here_already_is_changed(archive, played):
    before = {path: path.read_bytes() for path in played.parents[1].rglob("*.jsonl")}
    with pytest.raises(Refused, match="is here already, as the-long-fog; nothing was changed"):
        bring_in(archive)
    assert {path: path.read_bytes() for path in played.parents[1].rglob("*.jsonl")} == before


def test_an_export_never_overwrites_a_file(archive, played):
    before = archive.read_bytes()
    with pytest.raises(Refused, match="There is already a file"):
        export(played, str(archive))
    assert archive.read_bytes() == before


def test_a_save_whose_name_is_taken_gets_another_and_is_found(archive, elsewhere):
    folder = elsewhere()
    name = next(iter(unpack(archive).saves))
    (folder / "saves").mkdir(parents=True)
    (folder / "saves" / f"{name}.jsonl").write_text("mine")
    found = bring_in(archive)
    assert (folder / "saves" / f"{name}.jsonl").read_text() == "mine"
    assert verify_campaign(found.path).problems == ()


def test_a_missing_save_stays_behind_and_is_told(played, tmp_path, elsewhere):
    min(saves.folder().path.glob("*.jsonl")).unlink()
    moved = export(played, str(tmp_path / "some.zip"))
    assert len(moved.left_out) == 1
    elsewhere()
    assert len(bring_in(moved.path).left_out) == 1


# Bad archives


def put(path, files):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as target:
        for name, raw in files:
            target.writestr(name, raw)
    return path


@pytest.mark.parametrize(
    "name",
    ["../saves/x.jsonl", "/etc/x.jsonl", "saves/../x.jsonl", "saves/a/b.jsonl", "saves/x.txt", "saves/.jsonl", "x"],
)
def test_a_name_that_no_export_writes_is_refused(archive, tmp_path, elsewhere, name):
    found = unpack(archive)
    folder = elsewhere()
    bad = put(tmp_path / "bad.zip", [(LEDGER, found.ledger), (name, b"x")])
    with pytest.raises(SaveError, match="neither ledger nor save"):
        bring_in(bad)
    assert not folder.exists()


def test_an_archive_that_unpacks_to_too_much_is_refused(archive, tmp_path, monkeypatch):
    monkeypatch.setattr(bundle, "MOST_BYTES", 1 << 20)
    bomb = put(tmp_path / "bomb.zip", [(LEDGER, unpack(archive).ledger), ("saves/x.jsonl", b"0" * (1 << 21))])
    with pytest.raises(SaveError, match="more than 1,048,576 bytes"):
        unpack(bomb)


def test_an_archive_of_too_many_files_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(bundle, "MOST_SAVES", 3)
    many = put(tmp_path / "many.zip", [(LEDGER, b""), *((f"saves/{number}.jsonl", b"") for number in range(4))])
    with pytest.raises(SaveError, match="too many files"):
        unpack(many)


def test_a_save_of_another_game_is_refused(archive, tmp_path, elsewhere):
    found = unpack(archive)
    name, raw = next(iter(found.saves.items()))
    stranger = raw.partition(b"\n")[0].replace(b'"scenario":"ford"', b'"scenario":"isle"')
    elsewhere()
    (tmp_path / "bad.zip").write_bytes(pack(found.ledger, {name: stranger + b"\n"}))
    with pytest.raises(SaveError):
        bring_in(tmp_path / "bad.zip")
    assert list(entries()) == []


@pytest.mark.parametrize("raw", [b"", b"PK", b"not a zip", b"PK\x05\x06" + b"\0" * 18])
def test_what_is_no_archive_is_refused(tmp_path, home, raw):
    path = tmp_path / "x.zip"
    path.write_bytes(raw)
    with pytest.raises(SaveError, match="is not an exported campaign"):
        bring_in(path)


def test_a_damaged_archive_is_refused_or_brought_in_whole(archive, tmp_path, elsewhere):
    """Whatever was done to it, the command never fails, and a ledger that was brought in is sound."""
    good, rng = archive.read_bytes(), random.Random(5)
    elsewhere()
    for number in range(150):
        raw = bytearray(good)
        for _ in range(rng.randrange(1, 5)):
            raw[rng.randrange(len(raw))] = rng.randrange(256)
        path = tmp_path / f"{number}.zip"
        path.write_bytes(bytes(raw[: rng.randrange(len(raw))]) if rng.random() < 0.3 else bytes(raw))
        try:
            found = bring_in(path)
        except ParleyError:
            continue
        open_campaign(found.path, writing=False)


def test_the_same_campaign_gives_the_same_archive(played, tmp_path):
    one = export(played, str(tmp_path / "one.zip")).path.read_bytes()
    assert one == export(played, str(tmp_path / "two.zip")).path.read_bytes()
    assert zipfile.ZipFile(io.BytesIO(one)).testzip() is None


def test_a_deleted_campaign_can_be_brought_back(played):
    before = campaigner.digest()
    held = open_campaign(played, writing=True)
    with pytest.raises(SaveError, match="is open in another Parley"):
        delete(played)
    held.close()
    delete(played)
    assert list(entries()) == []
    assert saves.deleted() == []
    assert restore() == played
    assert campaigner.digest() == before
    with pytest.raises(Refused, match="No campaign lies in the trash"):
        restore()


# Checking


def test_a_sound_campaign_is_verified(played):
    found = verify_campaign(played)
    assert found.problems == ()
    assert found.moves > 50


def test_a_save_that_was_taken_back_after_its_result_is_found(played):
    """Its game goes on, or ended otherwise than the ledger says."""
    path = min(saves.folder().path.glob("*.jsonl"))
    lines = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join(lines[:-3]) + b"\n")
    (problem,) = verify_campaign(played).problems
    assert problem.startswith("Attempt 1: ")
    assert "goes on, but the ledger says that it was" in problem


def test_a_missing_save_is_found(played):
    sorted(saves.folder().path.glob("*.jsonl"))[1].unlink()
    (problem,) = verify_campaign(played).problems
    assert problem.startswith("Attempt 2: The save of attempt 2")


def test_an_altered_ledger_is_found(played):
    played.write_bytes(played.read_bytes().replace(b'"won":true', b'"won":false', 1).replace(b"rounds", b"sounds", 1))
    with pytest.raises(SaveError, match="is damaged or was altered"):
        verify_campaign(played)
