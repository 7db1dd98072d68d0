"""The names of the four controls of the box."""

from collections.abc import Mapping

CLAIM, REVEAL, CHALLENGE, DIAL = "claim", "reveal", "challenge", "dial"
CONTROLS = (CLAIM, REVEAL, CHALLENGE, DIAL)

MEANINGS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    CLAIM: {
        "says something to the whole table": (
            "control.claim",
            "control.claim_fine",
            "control.show",
            "control.bid",
            "control.bid_none",
            "control.pass",
            "control.accept",
            "control.show_by_hand",
            "control.table_rules",
            "control.quick",
            "control.advice",
            "control.no_advice",
            "control.stop",
            "poster.save",
            "spelling.done",
        ),
    },
    REVEAL: {
        "looks: at the dice, or at what else is hidden": (
            "control.reveal",
            "control.look",
            "control.read_dice",
            "control.read_shown",
            "control.blind",
            "control.seeing",
            "control.rules",
            "control.whose_eyes",
            "control.slowly",
            "control.by_letters",
            "wizard.look",
            "wizard.calibrate_now",
            "wizard.bless_now",
        ),
    },
    CHALLENGE: {
        "says no: a lie at the table, back in a list": (
            "control.challenge",
            "control.back",
            "control.take_back",
            "control.setup",
            "control.setup_beside_undo",
            "wizard.skip",
        ),
    },
    DIAL: {
        "reports: shaken, thrown, looked": (
            "control.shaken",
            "control.shaken_blind",
            "control.read_as_it_lies",
            "control.dealt",
        ),
        "selects what the dial points to, or continues": (
            "control.begin",
            "control.choose",
            "control.change",
            "control.done",
            "control.enter",
            "control.enter_throw",
            "control.calls",
            "control.turns_quantity",
            "control.turns_face",
            "control.turns_entry",
            "control.turns_show",
            "control.turns_claim",
            "control.turns_bid",
            "control.together",
            "control.one_by_one",
            "control.take_card",
            "control.next_page",
            "control.replay_play",
            "control.replay_stop",
            "control.go_on",
            "control.again",
            "spelling.take",
            "wizard.go_on",
        ),
    },
}
"""The meaning of each control in all games and phases, with the codes of its labels; see CONTROLS.md."""

EVERY_CONTROL = frozenset({"control.nothing", "pause.go_on", "wizard.press_me", "wizard.works"})
"""Labels for any control: a pause and the control test accept every press."""
