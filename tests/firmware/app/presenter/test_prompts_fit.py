"""Prompts for a hesitating table, newcomers and passers-by are legible on small screens, in every language."""

import os

import pygame
import pytest

from display.draw.canvas import Canvas
from display.draw.drawing_context import DrawingContext
from display.scene import Notice
from display.screens import heading, layout
from firmware.app.presenter.hints import SELF_EXPLAINING
from firmware.table.mode import NextStep
from firmware.texts import Texts, languages

SHOW = ("open", "shake", "sealed", "claim", "face", "doubt", "reveal", "pay", "ladder", "invite")
SIZES = ((800, 480), (480, 800))
SMALLEST = 16
"""Minimum letter height in pixels on 480 lines: a thirtieth of the height."""


def told(language: str) -> list[str]:
    """Every spoken text, with the longest names."""
    texts = Texts(language)
    first, second = sorted(texts.names(), key=len)[-2:]
    steps = [step for step in NextStep if step is not NextStep.CHOOSE]
    return [
        *(texts.say(f"guide.{step.value}", name=first) for step in steps),
        *(texts.say(f"newcomer.{step.value}", name=first) for step in steps if step not in SELF_EXPLAINING),
        *(texts.say(f"show.{step}", first=first, second=second) for step in SHOW),
    ]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_prompts_are_read_without_bending_down(size: tuple[int, int], language: str) -> None:
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    pygame.display.set_mode(size)
    context = DrawingContext(size)
    parts = layout.frame(size)
    for text in told(language):
        canvas = Canvas(context, pygame.Surface(size))
        heading.head(canvas, parts.headline, parts.prompt, "Astrid", "", Notice(text, aloud=True))
        label = next(label for label in canvas.labels if label.text == text)
        assert not any(line.endswith("…") for line in label.lines), f"{text} is cut"
        assert label.px >= SMALLEST, f"{text} is written in {label.px} pixels"
    pygame.display.quit()
