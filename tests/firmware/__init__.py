"""Tests of `firmware/`, and the fixtures that its folders share.

`evening` plays at a table without screen or camera; `keyboard` presses real keys of a window; `journalled_games` plays
random games into a journal.
"""
