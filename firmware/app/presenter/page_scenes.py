"""The scenes of what is read, chosen from cards, or stands still: rules, cards, pause."""

from display.scene import CardsScene, ChoiceCard, ClaimGroup, PageScene, Photograph, TableScene
from firmware.app.presenter.scene_parts import claim_by, claim_picture, hints, notice, picture_of, seats, status
from firmware.menus.game_cards import Cards
from firmware.menus.pause import Pause
from firmware.menus.rule_pages import Pages
from firmware.menus.wizard import STEPS, Step
from firmware.table.table import Table


def pages_scene(table: Table, mode: Pages) -> PageScene:
    """The page that is open."""
    page = mode.page
    groups = tuple(
        ClaimGroup(label, tuple(picture_of(table.texts, mode.state, claim) for claim in claims))
        for label, claims in page.shelves
    )
    return PageScene(
        title=page.title,
        subtitle=mode.subtitle,
        lines=page.lines,
        hints=hints(table),
        groups=groups,
        page=mode.number,
        pages=len(mode.pages),
        festive=mode.hall,
        notice=notice(table),
    )


def cards_scene(table: Table, mode: Cards) -> CardsScene:
    """The cards, and the one that lies in the light."""
    return CardsScene(
        title=mode.title,
        subtitle=table.texts.say("cards.subtitle"),
        cards=tuple(
            ChoiceCard(card.title, card.lines, picture_of(table.texts, *card.picture), card.badge)
            for card in mode.cards()
        ),
        index=mode.index,
        hints=hints(table),
        notice=notice(table),
    )


def step_scene(table: Table, mode: Step) -> PageScene:
    """A step of the wizard; the photograph of its eye test is no reveal, since no game is on."""
    sight = mode.sight
    seen = None
    if sight is not None:
        seen = Photograph(sight.evidence, sight.dice)
    return PageScene(
        title=mode.title,
        subtitle=mode.subtitle,
        lines=mode.lines(),
        hints=hints(table),
        photograph=seen,
        page=mode.number,
        pages=len(STEPS),
        notice=notice(table),
    )


def pause_scene(table: Table, mode: Pause) -> TableScene:
    """The table as it stands, with whom it waits for."""
    state = table.state
    return TableScene(
        seats=seats(table, turn=lambda seat: seat == state.turn, owner=lambda seat: seat == state.owner),
        headline=table.texts.say("pause.title"),
        prompt=mode.waited_for,
        hints=hints(table),
        claim=claim_picture(table, state.claim) if state.claim is not None else None,
        claim_by=claim_by(table) if state.claim is not None else "",
        status=status(table),
        notice=notice(table),
    )
