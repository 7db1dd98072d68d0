"""Heartbeats while libraries load."""

import threading
from multiprocessing import Pipe

from firmware.camera.loading import heard_while_loading
from firmware.camera.messages import WorkerHeartbeat

PATIENT = 60.0


def test_a_process_is_heard_while_it_loads_and_not_afterwards() -> None:
    ours, theirs = Pipe()
    with heard_while_loading(theirs, beat_seconds=0.01):
        assert ours.poll(PATIENT)
    while ours.poll():
        assert ours.recv() == WorkerHeartbeat()
    assert not ours.poll(0.05)


def test_a_process_that_loads_for_ever_falls_silent() -> None:
    ours, theirs = Pipe()
    with heard_while_loading(theirs, beat_seconds=0.01, longest_seconds=0.03):
        beats = [ours.recv() for _ in range(3) if ours.poll(PATIENT)]
        assert not ours.poll(0.1)
    assert beats == [WorkerHeartbeat()] * 3


def test_a_main_process_that_has_ended_does_not_disturb_the_loading() -> None:
    ours, theirs = Pipe()
    ours.close()
    with heard_while_loading(theirs, beat_seconds=0.001):
        loaded = not threading.Event().wait(0.05)
    assert loaded
