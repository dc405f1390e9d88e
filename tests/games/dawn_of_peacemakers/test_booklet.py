"""What the booklet, the index and the campaign deck promise: talk, keywords, the reference, numbers and locks."""

from __future__ import annotations

import re
from random import Random

from engine.core.campaign import run as runs
from engine.core.campaign.conditions import holds
from engine.core.campaign.content import Campaign, CampaignChoice, Ending
from engine.core.campaign.ledger import AttemptBegun, AttemptEnded, LedgerHeader, PastStep, PlayersChanged, Restarted
from engine.core.campaign.run import Run
from engine.core.campaign.standing import standing
from engine.core.content import builtin
from engine.core.kinds import Setup
from engine.games.dawn_of_peacemakers import moves as m
from engine.games.dawn_of_peacemakers import rules
from engine.games.dawn_of_peacemakers.content.library import library
from tests.games.dawn_of_peacemakers.ground import Ground
from tui.house.talk import Talk

KEYWORDS = ("guard", "stealth", "swift", "rooted")
"""Keywords of unit cards without a number."""
PRIORITIES = ("guard", "closest", "frontline", "clockwise", "most damage", "lowest rank", "die")
STEPS = ("offence", "fortifications", "defence", "shatter")


def dawn() -> Campaign:
    """The campaign."""
    return rules.campaigns()[0]


def moments(seed: int) -> list[Run]:
    """A run by chance, as it stands at each chapter and choice."""
    chance, campaign = Random(seed), dawn()
    found = [runs.begin(campaign)]
    while not isinstance(node := campaign.nodes[found[-1].node], Ending):
        if isinstance(node, CampaignChoice):
            found.append(runs.choose(campaign, found[-1], node.id, chance.choice(node.options).id))
        else:
            step = PastStep(node.id, won=chance.random() < 0.5, marks=tuple(node.hands))
            found.append(runs.finish(campaign, found[-1], step))
    return found


# Talk, keywords and the reference


def test_players_may_say_anything_about_cards_and_plans_at_any_moment() -> None:
    """DOP-GEN-03, DOP-GEN-13: what a hand hides may be told, in one's own turn or not, and the table does not mind."""
    ground = Ground("nabo", "yainar").hand("nabo", "drill-1")
    ground.units(red_1=("pike", "star", "E4"), blue_1=("pike", "star", "E7"))
    ground.use("drill-1", "influence")
    ground.submit(m.DrawOrder("red.ploy"))
    assert ground.state.influence is not None
    seen = ground.state.box.title(ground.state.influence.drawn[0])
    before, talk = (ground.table.number, ground.table.ask), Talk()
    for who, words in (("nabo", f"I drew {seen} and hold drill-1."), ("yainar", "Put it back, I strike next round.")):
        assert talk.say(who, words).words == words
    assert [said.who for said in talk.said] == ["nabo", "yainar"]
    assert (ground.table.number, ground.table.ask) == before
    assert not ground.table.asides("yainar"), "talk is no move of the game, which could limit it"


def test_a_keyword_of_a_unit_stands_out_in_one_way_and_has_its_page() -> None:
    """DOP-GEN-12, DOP-GEN-16: with a capital and a colon at the head of the card; and it has a page in the index."""
    pages = {page.title.casefold() for page in dawn().pages if page.kind == "index"}
    found = set()
    for unit in library().units.values():
        if unit.folk == "drill":
            continue
        named = [each.capitalize() for each in KEYWORDS if getattr(unit, each)]
        named += [f"Pierce {unit.pierce}"] if unit.pierce else []
        for keyword in named:
            assert unit.text.startswith(f"{keyword}: "), unit.id
            found.add(keyword.partition(" ")[0].casefold())
    assert found == {"guard", "stealth", "swift", "pierce"}
    assert found <= pages


def test_the_first_keywords_are_in_the_index_from_the_beginning() -> None:
    """DOP-GEN-12, DOP-GEN-16"""
    run = runs.begin(dawn())
    assert {"companion", "leader", "injured", "stealth", "guard"} <= set(run.pages)
    assert not {"swift", "pierce"} & set(run.pages), "the campaign brings further ones"


def test_the_reference_has_target_priorities_and_the_steps_of_an_attack_in_order() -> None:
    """DOP-GEN-17"""
    text = (builtin(rules.id) / "overview.md").read_text(encoding="utf-8")
    lines = {line.partition("**:")[0].strip("*"): line for line in text.splitlines() if line.startswith("**")}
    for name, words in (("Targets", PRIORITIES), ("An attack", STEPS)):
        places = [lines[name].index(word) for word in words]
        assert places == sorted(places), name


# The campaign deck


def test_the_campaign_deck_has_one_order_and_every_card_its_number() -> None:
    """DOP-CAMP-04, DOP-CAMP-07"""
    deck = dawn().deck
    assert [card.number for card in deck] == list(range(1, len(deck) + 1))
    for seed in range(40):
        drawn = [moment.drawn for moment in moments(seed)]
        assert drawn == sorted(drawn), "cards come from the top, one after the other"


def test_nothing_is_drawn_past_a_lock_whose_condition_is_not_met() -> None:
    """DOP-CAMP-04, DOP-CAMP-05"""
    deck, closed = dawn().deck, 0
    for seed in range(40):
        for moment in moments(seed):
            locks = [card for card in deck[: moment.drawn] if card.kind == "lock"]
            assert all(holds(card.when, moment.past) for card in locks)
            rest = deck[moment.drawn :]
            if rest:
                assert rest[0].kind == "lock"
                assert not holds(rest[0].when, moment.past)
                later = {card.page for card in rest if card.page}
                assert not later & set(moment.pages), "what lies below stays closed"
                closed += 1
    assert closed


def test_every_card_that_unlocks_something_says_so() -> None:
    """DOP-CAMP-06, DOP-CAMP-09: with a pointer to the index, an envelope or the cards that join the deck."""
    for card in dawn().deck:
        if card.kind == "lock":
            assert card.text.startswith("Draw on when "), card.number
        elif card.page and dawn().page_by_id[card.page].kind == "index":
            assert re.search(r"page is in the index", card.text), card.number
        elif card.page:
            assert dawn().page_by_id[card.page].title == card.title, card.number
        if card.gives:
            assert re.search(r"[Ss]huffle the \d resource cards", card.text), card.number


def test_cards_beyond_the_starting_decks_are_known_by_their_mark_and_decks_are_rebuilt_from_it() -> None:
    """DOP-CAMP-07, DOP-SET-06"""
    later = {card.unlock for card in library().resources.values() if card.unlock and card.unlock != "drill"}
    marks = {mark for each in (*dawn().deck, *dawn().chapters) for mark in each.gives}
    marks |= {mark for choice in dawn().choices for option in choice.options for mark in option.gives}
    assert later == {"court-seal", "elders-gourd", "old-road"}
    assert later <= marks, "something in the campaign brings each of them"

    def deck(*carried: str) -> tuple[str, ...]:
        setup = Setup(game=rules.id, scenario="between-two-worlds", seats=("nabo",), carried=carried)
        box = rules.box(setup)
        assert box is not None
        return box.resource_deck

    assert len(deck()) == 36
    for mark in later:
        assert set(deck(mark)) - set(deck()) == {
            name for name, card in library().resources.items() if card.unlock == mark
        }
        assert len(deck(mark)) == 38


# Players and envelopes


HEADER = LedgerHeader(
    id="0123456789abcdef", game=rules.id, campaign="dawn", name="Test", players={"nabo": "me", "yainar": "person"}
)


def test_players_may_change_adventurers_and_read_the_envelopes_of_those_they_play() -> None:
    """DOP-CAMP-02, DOP-CAMP-03"""
    before = standing(dawn(), HEADER, ())
    after = standing(dawn(), HEADER, [PlayersChanged(players={"akezan": "me", "yainar": "person"})])
    envelopes = [[page.seat for page in each.pages(dawn(), "envelope")] for each in (before, after)]
    assert [set(each) for each in envelopes] == [{"nabo", "yainar"}, {"akezan", "yainar"}]
    assert after.players == {"akezan": "me", "yainar": "person"}


def test_a_campaign_that_begins_anew_has_its_first_deck_and_pages() -> None:
    """DOP-CAMP-07, DOP-CAMP-10"""
    first = standing(dawn(), HEADER, ())
    setup = Setup(game=rules.id, scenario="between-two-worlds", seats=("nabo", "yainar"))
    played = [
        AttemptBegun(attempt=1, chapter="between-two-worlds", save="one", setup=setup),
        AttemptEnded(attempt=1, won=False),
    ]
    later = standing(dawn(), HEADER, played)
    assert len(later.cards(dawn())) > len(first.cards(dawn())) == 1
    anew = standing(dawn(), HEADER, [*played, Restarted()])
    assert anew.cards(dawn()) == first.cards(dawn()) == dawn().deck[:1]
    assert anew.lock(dawn()) == dawn().deck[1]
    assert anew.pages(dawn()) == first.pages(dawn())


def test_what_every_chapter_can_show_names_no_folk_that_comes_later() -> None:
    """DOP-CAMP-08, DOP-CAMP-13: agendas, general cards and tasks may lie on any table, the rulebook is open to all."""
    folder = builtin("dawn-of-peacemakers")
    names = ("agendas.json", "tasks.json", "resources/general.json", "rulebook.md", "overview.md", "lesson.json")
    for name in names:
        text = (folder / name).read_text(encoding="utf-8").lower()
        assert not re.search(r"\b(toucans?|bears?|marsh|village of|thorns)\b", text), name
