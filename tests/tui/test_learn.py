"""Learning: the guided first game, the signs and the overview."""

import msgspec
import pytest

from engine import registry
from engine.core.kinds import Setup
from engine.core.lesson import Coach, Lesson, LessonStep, Seen, lesson_problems
from engine.games.horrors_of_war.facts import AdventurerMoved, Facts, Passed
from engine.games.horrors_of_war.moves import Pass, PlayCard, StepTo, Stop, UseRow, UseScheme
from tui.app import ParleyApp
from tui.games import showing
from tui.games.horrors_of_war.legend import GROUPS
from tui.look.inks import ASCII, palette
from tui.play import saves
from tui.play.briefing import lesson, overview_text
from tui.screens.learn import LearnScreen, guided, setup_of_lesson
from tui.screens.lesson import LessonScreen
from tui.screens.rulebook import RulebookScreen
from tui.widgets.dialogs import Reading
from tui.widgets.lines import Lines

GAME = "horrors-of-war"


@pytest.fixture(autouse=True)
def one_game(monkeypatch):
    """Horrors of War alone in the menus; those of several games are in test_several_games.py and in the pictures."""
    monkeypatch.setattr(registry, "_own_ids", lambda: ("horrors-of-war",))


def started(**settings):
    app = ParleyApp()
    for name, value in {"glyphs": "unicode", **settings}.items():
        setattr(app.settings, name, value)
    return app


async def go_learn(app, pilot, *keys):
    app.go_to("learn", None)
    await pilot.pause()
    assert isinstance(app.screen, LearnScreen)
    await pilot.press(*keys)
    await pilot.pause()


# The coach


STEPS = Lesson(
    "order-in-chaos",
    ("nabo",),
    1,
    (
        LessonStep("read", "Read."),
        LessonStep("walk", "Walk.", done=(Seen("AdventurerMoved"),)),
        LessonStep("read more", "Read."),
        LessonStep("pass", "Pass.", done=(Seen("Passed", {"seat": "nabo"}),)),
    ),
)


def test_the_coach_goes_on_when_what_was_asked_has_happened():
    coach = Coach(STEPS)
    coach.go_on()
    coach.watch([AdventurerMoved("nabo", "C3")])
    assert coach.step.title == "read more"


def test_to_walk_on_is_not_to_stay():
    """Where a step asks to stay somewhere, only the end of the way counts."""
    stay = LessonStep("stay", "Stay.", done=(Seen("AdventurerMoved", {"to": "C3"}, last=True),))
    coach = Coach(Lesson("order-in-chaos", ("nabo",), 1, (stay,)))
    coach.watch([AdventurerMoved("nabo", "C3"), AdventurerMoved("nabo", "C4")])
    assert coach.step is stay
    coach.watch([AdventurerMoved("nabo", "C4"), AdventurerMoved("nabo", "C3"), Passed("nabo")])
    assert coach.step is None


def test_whoever_does_something_else_is_not_asked_for_it_again():
    coach = Coach(STEPS)
    coach.watch([Passed("yainar")])
    assert coach.step.title == "read"
    coach.watch([Passed("nabo")])
    assert coach.step.title == "walk"
    coach.watch([AdventurerMoved("nabo", "C3")])
    assert coach.step is None


def test_steps_can_be_skipped_to_the_end():
    coach = Coach(STEPS)
    for _ in range(6):
        coach.go_on()
    assert coach.step is None


def test_what_is_for_watching_is_told_while_there_is_something_to_watch_and_never_late():
    watching = LessonStep("watch", "Watch.", watching=True, done=(Seen("StatusChecked"),))
    coach = Coach(msgspec.structs.replace(STEPS, steps=(watching, LessonStep("end", "That is all."))))
    assert coach.step.title == "end"
    coach.go_on()
    assert coach.step is None
    coach.is_watching = True
    assert coach.step.title == "watch"


def test_a_lesson_that_waits_for_what_cannot_happen_is_found_out():
    wrong = msgspec.structs.replace(
        STEPS, steps=(LessonStep("a", "b", done=(Seen("UnitMovd"), Seen("Passed", {"who": "x"}))),)
    )
    first, second = lesson_problems(wrong, Facts)
    assert first == (".steps[0].done[0].fact", 'There is no fact "UnitMovd". Did you mean "UnitMoved"?')
    assert second[0] == ".steps[0].done[1].having"


def test_a_spoilt_lesson_is_reported_by_the_content_check(parley, tmp_path):
    folder = tmp_path / "horrors_of_war"
    folder.mkdir()
    found = msgspec.to_builtins(lesson(GAME))
    found["scenario"] = "order-in-chao"
    (folder / "lesson.json").write_bytes(msgspec.json.encode(found))
    ran = parley("data", "check", folder)
    assert ran.code == 1
    assert 'There is no scenario "order-in-chao"' in ran.out + ran.err


# The guided game


def choice_of(screen, step):
    """What a pupil does who follows the coach: the first card that is named, for what is asked."""
    named = screen._advice(step.row).removeprefix(" Try ").partition(" or ")[0].rstrip(".")
    titles = {(held.seat, held.card.id): held.card.title for held in screen.hands.held}
    plays = [choice for choice in screen.sitting.choices if isinstance(choice.move, PlayCard)]
    return next(
        choice for choice in plays if f"{titles[choice.seat, choice.move.card]} ({choice.seat.capitalize()})" == named
    )


def what_the_coach_says(app):
    """All that is seen of it, up to the last word."""
    coach = app.screen.query_one("#coach")
    lines = app.screen._compositor.render_strips()[coach.region.y : coach.region.bottom]
    return " ".join(line.text.strip() for line in lines).strip()


def answer(screen, row):
    """Choose what the card is for, walk to D3 where the ocelot is, and else take the first of whatever is asked."""
    choices = [choice for choice in screen.sitting.choices if not isinstance(choice.move, Pass)]
    steps = (Stop(),) if "D3" in screen.table.state.figures.values() else (StepTo("D3"), StepTo("E4"))
    wanted = (UseScheme() if row == "scheme" else UseRow(row=row), *steps)
    return min(choices, key=lambda choice: wanted.index(choice.move) if choice.move in wanted else len(wanted))


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_whoever_does_what_the_coach_says_is_led_through_every_step(home, size):
    app = started(pace="instant")
    titles = []
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await go_learn(app, pilot, "enter")
        screen = app.screen
        assert isinstance(screen, LessonScreen)
        for _ in range(100):
            step = screen.coach.step
            if step is None:
                break
            titles.append(step.title)
            assert step.title in str(screen.query_one("#coach").render())
            assert what_the_coach_says(app)[-1] in ".?"
            if step.row:
                screen._make(choice_of(screen, step))
                while not screen.table.rules.opens_action(screen.table.ask):
                    screen._make(answer(screen, step.row))
            elif screen.playing:
                await pilot.press("space")
            elif step.title == "Pass":
                await pilot.press("e", "y")
            else:
                await pilot.press("n")
            await pilot.pause()
        assert screen.has_class("-over")
        assert not screen.query_one("#coach").display
        assert screen.table.rules.round_of(screen.table.state) == 2
    assert list(dict.fromkeys(titles)) == [step.title for step in lesson(GAME).steps]


async def test_the_lesson_survives_a_pupil_who_only_passes(home):
    app = started()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await go_learn(app, pilot, "enter")
        screen = app.screen
        await pilot.press("e", "y")
        await pilot.pause()
        assert screen.playing
        assert screen.coach.step.title == "The armies act"
        await pilot.press("escape")
        await pilot.pause()
        assert screen.coach.step.title == "Delegate"
        await pilot.click("#coach")
        assert screen.coach.step.title == "Travel"
        await pilot.press("x")
        assert screen.coach.step is None
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(app.screen, LearnScreen)


async def test_a_lesson_that_was_left_goes_on_as_a_lesson(home):
    app = started(pace="instant")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await go_learn(app, pilot, "enter")
        first = app.screen
        await pilot.press("n")
        first._make(choice_of(first, first.coach.step))
        while not first.table.rules.opens_action(first.table.ask):
            first._make(answer(first, "delegate"))
        assert first.coach.step.title == "Travel"
        await pilot.press("q", "escape")
        await pilot.pause()
        app.resume(first.opened.name)
        await pilot.pause()
        await pilot.pause()
        again = app.screen
        assert isinstance(again, LessonScreen)
        assert again is not first
        assert again.coach.step.title == "Travel"
        assert "Travel" in str(again.query_one("#coach").render())


async def test_another_table_with_open_undo_has_no_coach(home):
    rules = registry.game(GAME)
    found = lesson(GAME)
    setup = Setup(game=GAME, scenario=found.scenario, seats=found.seats, seed=found.seed + 1, open_undo=True)
    table = saves.begin(rules, setup, "practice")
    assert guided(table) is None
    assert guided(saves.branch(saves.begin(rules, setup_of_lesson(GAME, found), "lesson"), 0)) is None


async def test_the_coach_says_so_when_no_card_can_do_what_is_asked(home):
    app = started()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await go_learn(app, pilot, "enter")
        assert "No card can do that now" in app.screen._advice("survey")
        assert "Try " in app.screen._advice("travel")


# Reading


async def test_the_menu_leads_to_the_rulebook_the_signs_and_the_overview(home):
    app = started()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await go_learn(app, pilot, "down", "enter")
        assert isinstance(app.screen, RulebookScreen)
        await pilot.press("escape", "down", "enter")
        await pilot.pause()
        assert isinstance(app.screen, Reading)
        await pilot.press("escape", "down", "enter")
        await pilot.pause()
        assert isinstance(app.screen, Reading)
        await pilot.press("escape", "escape")
        assert not isinstance(app.screen, LearnScreen)


async def test_a_roomy_rulebook_shows_the_titles_of_its_sections_whole(home):
    app = started()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        await go_learn(app, pilot, "down", "enter")
        await pilot.pause()
        sections = app.screen.query_one("#sections", Lines)
        whole = [" " * block.indent + block.text.plain for block in sections.blocks]
        assert [strip.text.rstrip() for strip, _ in sections._lines] == whole


async def test_a_small_rulebook_breaks_the_titles_of_its_sections_and_keeps_their_indent(home):
    app = started()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await go_learn(app, pilot, "down", "enter")
        await pilot.pause()
        sections = app.screen.query_one("#sections", Lines)
        for place, block in enumerate(sections.blocks):
            lines = [strip.text for strip, number in sections._lines if number == place]
            assert " ".join(line.strip() for line in lines) == block.text.plain
            assert all(line.startswith(" " * block.indent) for line in lines)
            assert all(len(line.rstrip()) <= sections._width for line in lines)


async def test_a_round_is_on_one_page_at_the_table(home):
    app = started()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await go_learn(app, pilot, "enter", "f1")
        assert isinstance(app.screen, Reading)
        page = app.screen.query_one("Lines")
        assert page.virtual_size.height <= page.size.height


def test_the_signs_are_those_in_use_also_in_ascii():
    show = showing(GAME)
    signs = show.looks.signs(ASCII)
    text = show.legend(show.looks.palette(palette("dark")), signs).plain
    assert text.isascii()
    groups = [signs.pieces[name] for name in GROUPS]
    assert all(sign in text for sign in (*signs.grounds.values(), *groups, *signs.arrows.values()))


def test_the_pages_are_ascii():
    assert overview_text(GAME).isascii()
    assert all(step.text.isascii() for step in lesson(GAME).steps)
