"""Scenes for choosing and reading: lists, cards, pages of rules, the wizard, a pause."""

from display.scene import CardsScene, ChoiceCard, ClaimGroup, ListScene, PageScene, TableScene
from display.scene_elements import FaceBar, NumberTable
from firmware.app.presenter.scene_parts import (
    View,
    claim_by,
    claim_picture,
    hints,
    notice,
    photograph,
    rows,
    seats,
    shield,
    stake,
    status,
)
from firmware.menus.game_cards import CardFace, CardsMode
from firmware.menus.pause import PauseMode
from firmware.menus.rule_pages import ClaimRow, Figures, PagesMode
from firmware.menus.wizard import WizardPage
from firmware.statistics.dice_sample import DiceFindings
from firmware.table.mode import ListMode
from firmware.texts.capitals import capitalized


def list_scene(view: View, mode: ListMode) -> ListScene:
    """Builds a list."""
    return ListScene(
        title=view.render(mode.title),
        subtitle=capitalized(view.render(mode.subtitle)),
        rows=rows(view, mode.choices()),
        cursor=mode.cursor,
        hints=hints(view),
        notice=notice(view),
        festive=mode.festive,
        shield=shield(mode.arms) if mode.arms is not None else None,
        changing=mode.changing,
        typing=mode.typing,
    )


def pages_scene(view: View, mode: PagesMode) -> PageScene:
    """Builds the open page."""
    page = mode.page
    return PageScene(
        title=view.render(page.title),
        subtitle=view.render(mode.subtitle),
        lines=tuple(map(view.sentence, page.lines)),
        hints=hints(view),
        groups=tuple(_claim_group(view, mode, row) for row in page.rows),
        bars=_bars(view, page.dice) if page.dice is not None else (),
        table=_table(view, page.table) if page.table is not None else None,
        page=mode.number,
        pages=len(mode.pages),
        festive=mode.festive,
        notice=notice(view),
    )


def _bars(view: View, dice: DiceFindings) -> tuple[FaceBar, ...]:
    return tuple(
        FaceBar(
            each.face,
            each.mean,
            each.low,
            each.high,
            each.expected,
            view.say("statistics.dice_percent", share=100 * each.mean),
            oblong=dice.end is not None,
        )
        for each in dice.faces
    )


def _table(view: View, figures: Figures) -> NumberTable:
    rows = tuple(tuple(map(view.render, row)) for row in figures.rows)
    return NumberTable(tuple(map(view.render, figures.head)), rows)


def _claim_group(view: View, mode: PagesMode, row: ClaimRow) -> ClaimGroup:
    label = " ".join(map(view.render, row.label))
    return ClaimGroup(label, tuple(claim_picture(view, claim, mode.state) for claim in row.claims))


def cards_scene(view: View, mode: CardsMode) -> CardsScene:
    """Builds the cards, with the current one lit."""
    return CardsScene(
        title=view.render(mode.title),
        subtitle=view.say("cards.subtitle"),
        cards=tuple(_card(view, card) for card in mode.cards()),
        index=mode.index,
        hints=hints(view),
        notice=notice(view),
    )


def _card(view: View, card: CardFace) -> ChoiceCard:
    lines = [view.render(line) for line in card.lines]
    if card.facts:
        lines.append(" · ".join(map(view.render, card.facts)))
    state, claim = card.picture
    picture = None if card.art else claim_picture(view, claim, state)
    return ChoiceCard(capitalized(view.render(card.title)), tuple(lines), picture, view.render(card.badge), card.art)


def wizard_scene(view: View, mode: WizardPage) -> PageScene:
    """Builds a page of the wizard; its reader test reveals nothing, since no game is on."""
    return PageScene(
        title=view.render(mode.title),
        subtitle=view.render(mode.subtitle),
        lines=tuple(map(view.sentence, mode.lines())),
        hints=hints(view),
        photograph=photograph(mode.reading) if mode.reading is not None else None,
        page=mode.number,
        pages=mode.pages,
        notice=notice(view),
    )


def pause_scene(view: View, mode: PauseMode) -> TableScene:
    """Builds the current table, and whom it is waiting for."""
    state = view.state
    return TableScene(
        seats=seats(view, turn=lambda seat: seat == state.turn, owner=lambda seat: seat == state.owner),
        who="",
        what=view.say("pause.title"),
        prompt=view.render(mode.waited_for),
        hints=hints(view),
        claim=claim_picture(view, state.claim) if state.claim is not None else None,
        claim_by=claim_by(view) if state.claim is not None else "",
        stake=stake(view) if state.claim is not None else "",
        status=status(view),
        notice=notice(view),
    )
