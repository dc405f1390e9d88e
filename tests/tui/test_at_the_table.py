"""What a player reads without asking: what came of a move, where an order points, what more there is."""

from pathlib import Path

import pytest
from rich.style import Style
from rich.text import Text
from textual.pilot import Pilot
from textual.widgets import Static

from engine.core.kinds import Ask
from engine.games.horrors_of_war import frames
from engine.games.horrors_of_war.actions import why_no_use
from engine.games.horrors_of_war.facts import (
    ArmyJoined,
    ArmyPhaseBegan,
    MotivationChanged,
    OrderBegan,
    OrderRevealed,
    Reminded,
    UnitMoved,
    UnitTurned,
)
from engine.games.horrors_of_war.moves import Choose, GiveMore, Pass, PlayCard, StepTo, Stop, UseRow
from engine.games.horrors_of_war.state import Ongoing
from engine.games.horrors_of_war.words.names import FACING_CODES, places_of, scene_of, unit_name
from tests.tui.playing import ROOMY, SMALL, app_at, opened, table_screen
from tui.app import ParleyApp
from tui.games import showing as showing_of
from tui.games.horrors_of_war import asked, showing
from tui.look.inks import ASCII, UNICODE, palette
from tui.play import saves
from tui.play.briefing import rulebook_text, rules
from tui.play.moments import Moment
from tui.play.playback import patience
from tui.play.sitting import Choice, Sitting
from tui.screens.ending import EndScreen, _headline
from tui.screens.table import TableScreen
from tui.widgets.dialogs import Confirming, Reading

pytestmark = pytest.mark.usefixtures("home")

WON = Path(__file__).parents[2] / "snapshots" / "horrors_of_war" / "order-in-chaos.jsonl"


def shown(app: ParleyApp) -> str:
    """All lines of the screen."""
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


def prompt(screen: TableScreen) -> list[str]:
    """The lines of the prompt."""
    return [screen.prompt.render_line(y).text.strip() for y in range(screen.prompt.size.height)]


def choice(screen: TableScreen, kind: type, **fields: str) -> Choice:
    """The first choice of a kind."""
    return next(
        each
        for each in screen.sitting.choices
        if isinstance(each.move, kind) and all(getattr(each.move, name) == value for name, value in fields.items())
    )


async def make(screen: TableScreen, pilot: Pilot[None], kind: type, **fields: str) -> None:
    """Make such a move; what is asked before it is answered with yes."""
    screen.make(choice(screen, kind, **fields))
    await pilot.pause()
    if isinstance(screen.app.screen, Confirming):
        await pilot.press("y")
        await pilot.pause()


async def go_to(screen: TableScreen, pilot: Pilot[None], card: str, *spaces: str) -> None:
    """Play a card for its travel row and walk."""
    await make(screen, pilot, PlayCard, card=card)
    await make(screen, pilot, UseRow, row="travel")
    for space in spaces:
        await make(screen, pilot, StepTo, space=space)


async def survey(screen: TableScreen, pilot: Pilot[None]) -> None:
    """Nabo goes to the ocelots and turns up their next order."""
    await go_to(screen, pilot, "r26", "E3", "D3")
    await make(screen, pilot, Stop)
    await make(screen, pilot, PlayCard, card="r21")
    await make(screen, pilot, UseRow, row="survey")
    await make(screen, pilot, Choose, thing="deck:ocelot.left")


# What came of a move


@pytest.mark.parametrize("size", [SMALL, ROOMY])
async def test_a_reminder_is_told_by_the_prompt_until_the_next_move(size):
    """HOW-S1-01"""
    app = app_at(opened())
    async with app.run_test(size=size) as pilot:
        screen = table_screen(app)
        await go_to(screen, pilot, "r26")
        assert any(isinstance(fact, Reminded) for fact in screen.table.steps[-1].facts)
        told, *_ = prompt(screen)
        assert told.startswith("Reminder: You travel one space for each icon")
        assert "units and water are not." in " ".join(prompt(screen))
        assert "Where do you step" in " ".join(prompt(screen))
        await make(screen, pilot, StepTo, space="E3")
        assert len(prompt(screen)) == 2
        assert "Reminder" not in " ".join(prompt(screen))


async def test_what_was_revealed_is_told_with_its_words_and_its_deck_is_in_sight():
    app = app_at(opened())
    async with app.run_test(size=SMALL) as pilot:
        screen = table_screen(app)
        await survey(screen, pilot)
        revealed = next(fact for fact in screen.table.steps[-1].facts if isinstance(fact, OrderRevealed))
        assert "was revealed in the Ocelots' left order deck" in " ".join(prompt(screen))
        assert screen.lines("orders").key == f"deck:{revealed.deck}"
        await make(screen, pilot, Pass)
        assert "was revealed" not in " ".join(prompt(screen))


async def test_while_an_order_is_told_whole_all_cards_are_still_named():
    app = app_at(opened())
    async with app.run_test(size=ROOMY) as pilot:
        screen = table_screen(app)
        await survey(screen, pilot)
        assert screen.told in " ".join(prompt(screen))
        told = "\n".join(strip.text for strip in screen.hands._lines)
        assert all(held.card.title in told for held in screen.hands.held)


async def test_what_changed_several_times_is_told_as_it_stands_now():
    app = app_at(opened("shifty-alliances", seed=11), pace="instant")
    async with app.run_test(size=ROOMY) as pilot:
        screen = table_screen(app)
        await pilot.press("e", "y")
        await pilot.pause()
        changes = [fact for fact in screen.table.steps[-1].facts if isinstance(fact, MotivationChanged)]
        assert len(changes) > len({fact.side for fact in changes})
        now = screen.table.state.motivation
        for side in {fact.side for fact in changes}:
            told = [words for words in screen.told.split(". ") if f"The {side.capitalize()}s' motivation" in words]
            assert [f"is now {now[side]} " in words for words in told] == [True]


async def test_the_log_shows_its_end_while_something_is_told_below_it():
    app = app_at(opened())
    async with app.run_test(size=ROOMY) as pilot:
        screen = table_screen(app)
        await go_to(screen, pilot, "r26")
        assert screen.told
        log = screen.log_lines
        for _ in range(20):  # until the panels have the sizes that the prompt leaves them
            if screen.prompt.size.height > 2 and log.scroll_offset.y == log.max_scroll_y:
                break
            await pilot.pause()
        assert screen.prompt.size.height > 2
        assert log.scroll_offset.y == log.max_scroll_y


@pytest.mark.parametrize("size", [(64, 20), SMALL])
async def test_escape_puts_away_what_is_told_which_took_no_lines_of_the_hand(size):
    app = app_at(opened())
    async with app.run_test(size=size) as pilot:
        screen = table_screen(app)
        await pilot.pause()
        high = screen.hands.size.height
        await survey(screen, pilot)
        assert screen.told in " ".join(prompt(screen))
        assert screen.hands.size.height >= high
        await pilot.press("escape")
        await pilot.pause()
        assert screen.prompt.size.height == 2
        assert screen.hands.size.height >= high


async def test_what_a_seat_saw_is_not_told_to_the_next_one():
    app = app_at(opened(options=("private-hands",)))
    async with app.run_test(size=SMALL) as pilot:
        screen = table_screen(app)
        await pilot.press("enter")
        await go_to(screen, pilot, "r21", "E3")
        drawn = " ".join(prompt(screen)).partition("Nabo drew ")[2].partition(".")[0]
        assert drawn != "a card"
        await pilot.press("v", "enter")
        assert screen.sitting.front == "yainar"
        assert "Nabo drew a card." in shown(app)
        assert drawn not in shown(app)


async def test_the_sentence_of_a_step_is_not_cut_where_panels_are_tabs():
    app = app_at(opened(), pace="stepped")
    async with app.run_test(size=SMALL) as pilot:
        screen = table_screen(app)
        await pilot.press("e", "y")
        await pilot.press("space")
        while screen.playing and "Reminder: Every order deck" not in screen.playing[0].entry.words:
            await pilot.press("space")
        assert "The order with the higher speed comes first." in " ".join(prompt(screen))
        await pilot.press("escape")
        assert "motivation is now" in " ".join(prompt(screen))


async def test_an_order_of_the_round_before_is_not_shown_as_one_that_is_carried_out():
    app = app_at(opened(), pace="stepped")
    async with app.run_test(size=SMALL) as pilot:
        screen = table_screen(app)
        await pilot.press("e", "y", "escape", "e", "y")
        while not isinstance(screen.playing[0].fact, ArmyPhaseBegan):
            await pilot.press("space")
        assert screen.shown.orders["macaw.left"].discard
        assert screen.lines("orders").blocks[0].text.plain == "L ? face down (9 left)"
        while not isinstance(screen.playing[0].fact, OrderBegan):
            await pilot.press("space")
        assert "face down" not in screen.lines("orders").blocks[0].text.plain


# Pointing


@pytest.mark.parametrize("size", [ROOMY, (160, 48), (200, 60)])
@pytest.mark.parametrize("seats", ["nabo,yainar", "nabo,yainar,tambatro,akezan"])
async def test_all_cards_are_named_where_there_is_room(size, seats):
    app = app_at(opened("loose-cannon", seats))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        hands = table_screen(app).hands
        for place, held in enumerate(hands.held):
            x, y = hands.spot(place)
            assert f"{held.seat[0].upper()} {held.card.title}" in hands._lines[y].text[x : x + 30]
            assert not any("..." in strip.text for strip in hands._lines)
            await pilot.press("right")


async def test_cards_side_by_side_have_their_rows_their_scheme_and_the_bonus():
    app = app_at(opened("loose-cannon"))
    async with app.run_test(size=(200, 60)):
        hands = table_screen(app).hands
        lines = [strip.text for strip in hands._lines]
        _, card, high = hands._boxes
        for place, held in enumerate(hands.held):
            x, y = hands.spot(place)
            inside = (line[x + 1 : x + card - 2] for line in lines[y + 1 : y + high - 1])
            box = " ".join(" ".join(inside).split())
            rows = [words for words, _, _ in held.card.lines if words != "scheme"]
            assert all(words in box for words in (*rows, held.card.text, held.card.extra))


async def test_a_list_tells_the_rows_of_every_card_where_there_is_room():
    app = app_at(opened("loose-cannon"))
    async with app.run_test(size=ROOMY):
        hands = table_screen(app).hands
        for place, held in enumerate(hands.held):
            rows = [words for words, _, _ in held.card.lines if words != "scheme"]
            assert all(words in hands._lines[place].text for words in rows)


async def test_a_list_of_cards_says_why_a_use_is_not_there():
    app = app_at(opened("loose-cannon"))
    async with app.run_test(size=SMALL):
        hands = table_screen(app).hands
        assert not hands.held[0].can or not all(can for _, can, _ in hands.held[0].card.lines)
        beside = " ".join(strip.text[31:].strip() for strip in hands._lines)
        assert "No scheme: There is no nearby wounded unit now." in beside


async def test_a_narrow_list_names_cards_and_tells_the_rows_of_the_chosen_one_alone():
    app = app_at(opened("loose-cannon"))
    async with app.run_test(size=SMALL):
        hands = table_screen(app).hands
        assert [strip.text[2:30].rstrip() for strip in hands._lines[1:3]] == [
            f"{held.seat[0].upper()} {held.card.title}" for held in hands.held[1:3]
        ]


async def test_the_inspector_follows_the_armies_and_the_orders():
    app = app_at(opened(), pace="stepped")
    async with app.run_test(size=ROOMY) as pilot:
        screen = table_screen(app)
        await pilot.press("o")
        await pilot.pause()
        assert "left order deck" in screen.lines("look").blocks[0].text.plain
        await pilot.press("e", "y")
        while not isinstance(screen.playing[0].fact, UnitMoved):
            await pilot.press("space")
        assert unit_name(screen.shown, screen.playing[0].fact.unit) in screen.lines("look").blocks[0].text.plain
        assert "◆" not in shown(app).splitlines()[0], "nobody is asked while armies act"


async def test_hands_stay_where_they_are_when_another_seat_has_moved():
    app = app_at(opened())
    async with app.run_test(size=SMALL) as pilot:
        screen = table_screen(app)
        before = [held.card.id for held in screen.hands.held]
        await make(screen, pilot, PlayCard, card="r12")
        await make(screen, pilot, UseRow, row="fortify")
        assert screen.sitting.front == "yainar"
        assert [held.card.id for held in screen.hands.held] == [card for card in before if card != "r12"]


def test_what_concerns_everybody_is_one_choice():
    """HOW-REF-04: whoever says it, one adventurer gets the card that is left over."""
    sitting = Sitting(opened().table)
    while not any(isinstance(each.move, GiveMore) for each in sitting.choices):
        sitting.make((sitting.passes or sitting.choices)[0])
    assert [each.words for each in sitting.choices] == ["Nabo gets one more", "Yainar gets one more"]


async def test_whoever_has_arrived_stops_by_pointing_at_the_own_space():
    app = app_at(opened())
    async with app.run_test(size=SMALL) as pilot:
        screen = table_screen(app)
        await go_to(screen, pilot, "r26")
        screen.board.cursor = "E3"
        await pilot.press("enter")
        assert screen.board.cursor == "E3"
        await pilot.press("enter", "y")
        assert screen.table.steps[-1].move == Stop()


async def test_pointing_at_a_space_that_is_not_lit_is_explained_until_one_looks_elsewhere():
    app = app_at(opened())
    async with app.run_test(size=SMALL) as pilot:
        screen = table_screen(app)
        await go_to(screen, pilot, "r26")
        screen.board.cursor = "A3"
        await pilot.press("enter")
        assert "A3 cannot be chosen now; the spaces that are lit can." in prompt(screen)
        await pilot.press("right")
        assert "Where do you step" in prompt(screen)[-2]


async def test_the_places_that_an_order_names_are_told_and_marked():
    app = app_at(opened())
    async with app.run_test(size=ROOMY) as pilot:
        screen = table_screen(app)
        screen.inspect("space:E4")
        assert "Part of the crossing." in screen.lines("look").blocks[0].text.plain
        await survey(screen, pilot)
        forest = frozenset(scene_of(screen.shown).file.areas["forest"])
        named = places_of(screen.shown, screen.shown.orders["ocelot.left"].top)
        await pilot.press("o")
        assert screen.board.marked == frozenset(space for spaces in named.values() for space in spaces)
        assert forest == screen.board.marked or "forest" not in named
        await pilot.press("c")
        assert not screen.board.marked


async def test_a_card_tells_its_uses_in_the_order_of_the_list():
    app = app_at(opened())
    async with app.run_test(size=SMALL) as pilot:
        screen = table_screen(app)
        await make(screen, pilot, PlayCard, card="r26")
        listed = [each.move.row for each in screen.sitting.choices if isinstance(each.move, UseRow)]
        await pilot.press("u")
        card = next(held.card for held in screen.hands.held if held.card.id == "r26")
        told = [words.split()[0] for words, can, _ in card.lines if can and words != "scheme"]
        assert told == listed


# What there is besides


async def test_the_hand_says_how_many_cards_are_not_seen():
    app = app_at(opened())
    async with app.run_test(size=SMALL) as pilot:
        assert "3 more below" in shown(app)
        await pilot.press("end")
        assert "3 more above" in shown(app)
        await pilot.press(*["up"] * 5)
        assert "more above" in shown(app)
        screen = table_screen(app)
        screen.hands.show(screen.hands.held[:6])
        await pilot.pause()
        assert "more below" not in shown(app)
        assert "more above" not in shown(app)


async def test_a_click_on_what_is_not_seen_brings_it_into_sight():
    app = app_at(opened())
    async with app.run_test(size=SMALL) as pilot:
        screen = table_screen(app)
        await pilot.click("#hand", offset=(4, 5))
        assert screen.hands.index == 5
        assert screen.table.number == 1


def test_the_green_zone_and_the_bead_need_no_colour():
    view = opened().table.view("nabo")
    for now, told in (
        (6, "0( 1  2  3) 4  5 [6] 7"),
        (2, "0( 1 [2] 3) 4"),
        (12, "11[12]13"),
        (1, " 0([1] 2  3) 4"),
        (3, " 0( 1  2 [3])4"),
        (4, " 0( 1  2  3)[4] 5"),
        (0, "[0](1  2  3) 4"),
    ):
        view.motivation = dict.fromkeys(view.motivation, now)
        assert told in showing.tracks(view, palette("dark"), UNICODE, 80).plain
    assert "[0] of 15, green (1 to 3)" in showing.tracks(view, palette("dark"), UNICODE, 60).plain


def test_two_leaders_fit_a_narrow_line():
    view = opened("shifty-alliances").table.view("nabo")
    lines = showing.tracks(view, palette("dark"), UNICODE, 80).plain.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0].count(UNICODE.heart) == 2


async def test_the_corners_of_a_card_stand_above_its_sides():
    app = app_at(opened())
    async with app.run_test(size=ROOMY):
        lines = [strip.text for strip in table_screen(app).hands._lines]
        assert [place for place, letter in enumerate(lines[0]) if letter in "┓╮"] == [
            place for place, letter in enumerate(lines[-1]) if letter in "┛╯"
        ]


# Windows over the table


def look_of(app: ParleyApp, words: str) -> Style:
    """How some words look on the screen."""
    found = [part.style for strip in app.screen._compositor.render_strips() for part in strip if words in part.text]
    assert found[0] is not None
    return found[0]


@pytest.mark.parametrize("depth", ["truecolor", "256", "16"])
async def test_the_table_steps_back_behind_a_window_and_its_grounds_stay(depth):
    app = app_at(opened(), depth=depth)
    async with app.run_test(size=SMALL) as pilot:
        before = look_of(app, "Chaos")
        await pilot.press("e")
        await pilot.pause()
        behind = look_of(app, "Chaos")
        assert behind.color != before.color
        assert behind.bgcolor.get_truecolor() == before.bgcolor.get_truecolor()
        assert look_of(app, "Let").reverse
        await pilot.press("n")
        await pilot.pause()
        assert look_of(app, "Chaos") == before


async def test_the_table_steps_back_without_colours_as_well():
    app = app_at(opened(), depth="mono")
    async with app.run_test(size=SMALL) as pilot:
        assert not look_of(app, "Chaos").dim
        await pilot.press("e")
        await pilot.pause()
        assert look_of(app, "Chaos").dim
        assert not look_of(app, "Let").dim


async def test_a_text_that_goes_on_says_so():
    app = app_at(opened())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("s")
        assert "Up and Down read on, Enter or Esc closes." in shown(app)
        await pilot.press("enter", "p")
        assert "read on" not in shown(app)


@pytest.mark.parametrize("size", [SMALL, ROOMY])
async def test_a_text_that_does_not_go_on_is_seen_whole(size):
    """Also where its first line just fits, and where it just does not."""
    app = app_at(opened())
    async with app.run_test(size=size) as pilot:
        for letters in range(66, 84):
            await app.push_screen(Reading("Title", Text(f"{'x' * (letters - 2)} y\n\nthe end {letters}")))
            await pilot.pause()
            assert f"the end {letters}" in shown(app)
            await app.pop_screen()


def test_long_sentences_of_the_armies_stay_longer():
    assert patience("Round 2 began.") == 1
    assert patience("x" * 120) == 3


# Pointing


async def test_a_double_click_steps_once_and_does_not_stop_there():
    app = app_at(opened())
    async with app.run_test(size=ROOMY) as pilot:
        screen = table_screen(app)
        await go_to(screen, pilot, "r26")
        spot = screen.board.region_of("E3")
        await pilot.click(screen.board, offset=(spot.x + 4, spot.y + 1), times=2)
        await pilot.pause()
        assert screen.table.steps[-1].move == StepTo("E3")
        assert any(isinstance(each.move, Stop) for each in screen.sitting.choices)


async def test_the_seat_that_comes_to_the_front_has_its_first_card_chosen():
    app = app_at(opened())
    async with app.run_test(size=ROOMY) as pilot:
        screen = table_screen(app)
        await pilot.pause()
        for seat in ("yainar", "nabo"):
            await pilot.press("v")
            await pilot.pause()
            held = screen.hands.here
            assert held
            assert held.seat == screen.sitting.front == seat
            assert held.card.title in screen.lines("look").blocks[0].text.plain


def test_a_headline_that_does_not_fit_is_broken_where_the_reason_begins():
    short = "You lost in round 14: the Toucans had no motivation left."
    assert _headline(short) == short
    long = "You won in round 5: both sides are ready for peace (Iguanas 2 and Toucans 3)."
    assert _headline(long).splitlines() == [
        "You won in round 5:",
        "both sides are ready for peace (Iguanas 2 and Toucans 3).",
    ]


# What comes of it


async def test_an_army_that_changes_sides_is_told_and_takes_one_step_to_watch():
    """HOW-S4-04, HOW-S4-05"""
    app = app_at(opened("shifty-alliances", seed=11), pace="stepped")
    async with app.run_test(size=SMALL) as pilot:
        screen = table_screen(app)
        steps: list[Moment] = []
        while not steps:
            await pilot.press("escape", "e", "y")
            await pilot.pause()
            steps = [each for each in screen.playing if isinstance(each.fact, ArmyJoined)]
        after = screen.playing[screen.playing.index(steps[0]) + 1]
        assert not isinstance(after.fact, UnitTurned)
        assert after.entry.fact == steps[0].entry.fact + len(after.facts)
        faces = next(army.faces for army in scene_of(screen.shown).file.armies if army.id == "ocelot")
        assert all(
            unit.facing == faces[steps[0].view.sides["ocelot"]]
            for unit in steps[0].view.units.values()
            if unit.army == "ocelot"
        )
        await pilot.press("escape")
        assert screen.told.count("The Ocelots changed sides and are with ") == 1


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
def test_facings_are_told_with_the_arrows_of_the_board(glyphs):
    signs = {"unicode": UNICODE, "ascii": ASCII}[glyphs]
    showing = showing_of("horrors-of-war")
    words = {facing: f"Turn ({code})" for facing, code in FACING_CODES.items()}
    assert {facing: showing.in_signs(each, signs) for facing, each in words.items()} == {
        facing: f"Turn ({arrow})" for facing, arrow in signs.arrows.items()
    }


async def test_the_green_zone_steps_back_behind_a_window_as_well():
    app = app_at(opened())
    async with app.run_test(size=ROOMY) as pilot:
        zone = palette("dark").good
        grounds = [part.style.bgcolor for strip in app.screen._compositor.render_strips()[1:3] for part in strip]
        assert zone in {colour.get_truecolor().hex for colour in grounds if colour}
        await pilot.press("e")
        await pilot.pause()
        grounds = [part.style.bgcolor for strip in app.screen._compositor.render_strips()[1:3] for part in strip]
        assert zone not in {colour.get_truecolor().hex for colour in grounds if colour}


async def test_the_help_shows_the_rule_in_question():
    app = app_at(opened())
    async with app.run_test(size=SMALL) as pilot:
        screen = table_screen(app)
        await pilot.press("question_mark")
        assert "As long as you have cards, you may take as many actions" in shown(app)
        await pilot.press("escape")
        await go_to(screen, pilot, "r26")
        await pilot.press("question_mark")
        assert "Each step is up to you: stop early or stay" in shown(app)


def test_every_question_has_its_rule():
    book = rulebook_text("horrors-of-war")
    asks = {each for each in vars(frames).values() if isinstance(each, type) and issubclass(each, Ask)} - {Ask}
    for each in asks - {frames.ChooseMore, frames.Pick}:
        assert rules(book, asked._RULES[each])
    named = [*asked._RULES.values(), ("HOW-SET-13", "HOW-REF-12", "HOW-HOR-18", "HOW-SCH-11")]
    for name in {name for names in named for name in names}:
        (rule,) = rules(book, [name])
        assert "[" not in rule
        assert len(rule) < 400


def test_a_horror_that_bars_something_is_told_in_a_sentence():
    """HOW-ADV-06"""
    state = opened().table.state.clone()
    card = state.hands["nabo"][0]
    state.ongoing = (Ongoing("x", "bar", "adventurer:nabo", "round", what=("scheme", "travel")),)
    assert why_no_use(state, "nabo", card, "scheme") == "Because of a horror Nabo cannot use schemes now."


def test_a_question_for_everybody_at_one_keyboard_is_asked_of_everybody():
    assert Sitting(opened().table).question == "Nabo or Yainar: Do you play a card, or pass?"
    alone = Sitting(opened(options=("private-hands",)).table)
    assert alone.question == "Nabo: Do you play a card, or pass?"


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
async def test_how_it_ended_stays_in_sight_and_is_drawn_with_the_signs_in_use(glyphs):
    app = app_at(saves.open_save(WON, writing=False), glyphs=glyphs)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, EndScreen)
        page = "".join(str(each.content) for each in app.screen.query(Static))
        assert page.isascii() == (glyphs == "ascii")
        await pilot.press("escape")
        screen = table_screen(app)
        screen.board.focus()
        await pilot.press("up", "left")
        assert any("You won in round 3" in line for line in prompt(screen))
        assert screen.lines("look").blocks[0].text.plain
