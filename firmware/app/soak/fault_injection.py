"""The injection of one fault, and how the box's reaction and recovery are detected."""

import random
from dataclasses import dataclass

import pygame

from firmware.app.main_loop import BoxMessage, MainLoop
from firmware.app.soak.faults import SoakFault
from firmware.app.soak.soak_environment import DiskFault, SoakEnvironment
from firmware.camera import CameraLost, CameraOpened, DiceReading, RollReading, Warned
from hardware.pi.pins import Part
from hardware.ports import Pressed
from hardware.simulated.camera_faults import FaultKind
from hardware.simulated.panel import BUTTONS

UNUSED_SECONDS = 15.0
"""A fault without effect is withdrawn after this many seconds: the camera was not used."""
RECOVERY_SECONDS = 300.0
"""A fault may have consequences for this long after its end: on a busy machine a camera process starts slowly."""
MAX_UNREAD = 25
"""More readings than a fault of single pictures can spoil, or than dice can lie badly in a row."""
TAPPED = (Part.CLAIM, Part.REVEAL, Part.CHALLENGE, Part.DIAL_PUSH)
DAY = 86_400.0
CAMERA_KINDS = {
    SoakFault.CAMERA_HANG: FaultKind.HANG,
    SoakFault.CAMERA_DIE: FaultKind.DIE,
    SoakFault.CAMERA_BLACK: FaultKind.BLACK,
    SoakFault.CAMERA_FROZEN: FaultKind.FROZEN,
    SoakFault.CAMERA_NOISE: FaultKind.NOISE,
    SoakFault.CAMERA_SIZE: FaultKind.SIZE,
    SoakFault.CAMERA_REPLUG: FaultKind.DISCONNECT,
}
SPOILT = (SoakFault.CAMERA_BLACK, SoakFault.CAMERA_NOISE)
"""Faults of single pictures: the reader notices them, and no process is restarted."""


@dataclass(slots=True)
class ClockReading:
    """The current time by the machine's clock and by the table's, and the size of the journal."""

    real: float
    table: float
    written: int


class FaultInjection:
    """One fault. Times are seconds; `struck`, `noticed` and `recovered` are None until then.

    `struck` is when it first mattered, `noticed` when the box said so or acted on it. Where the machine's own time
    decides (camera, screen, disk) times are real, else those of the table's clock.
    """

    table_time = False
    silent = False
    """The box need not notice anything."""

    box: MainLoop
    now: ClockReading

    def __init__(self, fault: SoakFault, environment: SoakEnvironment, rng: random.Random) -> None:
        """Does nothing yet."""
        self.fault, self.environment, self.rng = fault, environment, rng
        self.began = 0.0
        self.struck: float | None = None
        self.noticed: float | None = None
        self.lifted: float | None = None
        self.recovered: float | None = None
        self.written = 0

    def attach(self, box: MainLoop, now: ClockReading) -> None:
        """Connects to the current box, which is another one after each restart."""
        self.box, self.now = box, now

    def begin(self) -> None:
        """Starts the fault."""
        self.began, self.written = self.time, self.now.written
        self.inject()

    @property
    def time(self) -> float:
        """The seconds of the relevant clock."""
        return self.now.table if self.table_time else self.now.real

    def inject(self) -> None:
        """Injects the fault."""

    def on_message(self, message: BoxMessage) -> None:
        """Handles a message that the box has just handled."""
        del message

    def tick(self) -> None:
        """Takes the next step, at each turn of the loop."""

    def end(self) -> None:
        """Restores everything, at any stage."""

    def abandon(self) -> None:
        """Counts as without effect where the box was left before it had the time to notice anything."""
        if self.struck is not None and self.noticed is None and self.time - self.struck < UNUSED_SECONDS:
            self.struck = None

    @property
    def circumstances(self) -> str:
        """What may explain why it has no end, for a finding."""
        return f"in {type(self.box.table.mode).__name__}"

    @property
    def over(self) -> bool:
        """Whether the fault and its consequences are over."""
        return self.recovered is not None

    @property
    def is_overdue(self) -> bool:
        """Whether the box should have recovered by now; a fault without effect is simply withdrawn."""
        since = self.lifted if self.lifted is not None else self.struck
        return since is not None and self.time - since > RECOVERY_SECONDS

    @property
    def had_no_effect(self) -> bool:
        """Whether it affected nothing."""
        return self.struck is None and self.time - self.began > UNUSED_SECONDS


class CameraFaultInjection(FaultInjection):
    """The camera hangs, dies, is unplugged, or gives unusable pictures."""

    unread = 0
    """Spoilt readings since it struck."""
    read = ""
    """What readings and the camera said since it struck, in order."""

    @property
    def circumstances(self) -> str:
        """What was read since, and what the table was doing."""
        return (
            f"{super().circumstances}, {self.time - (self.struck or self.time):.1f} s, after{self.read or ' nothing'}"
        )

    @property
    def is_overdue(self) -> bool:
        """A spoilt picture does not affect the following ones."""
        return self.unread > MAX_UNREAD or super().is_overdue

    def inject(self) -> None:
        """Orders the fault."""
        captures = 1 if self.fault is not SoakFault.CAMERA_FROZEN else 1_000_000_000
        if self.fault in SPOILT:
            captures = self.rng.randint(1, 9)
        self.environment.orders.give(CAMERA_KINDS[self.fault], captures, away=self.rng.uniform(0.0, 3.0))

    def tick(self) -> None:
        """Checks whether it has struck."""
        if self.struck is None:
            self.struck = self.lifted = self.environment.orders.struck_at()

    def on_message(self, message: BoxMessage) -> None:
        """A loss is reported, a spoilt picture abstained on; then the camera works again."""
        self.tick()
        if self.struck is None:
            return
        if isinstance(message, RollReading | DiceReading):
            self.read += f" {type(message).__name__}:{message.observation.reason}"
        elif isinstance(message, CameraLost | CameraOpened):
            self.read += f" {type(message).__name__}"
        if self.fault in SPOILT:
            if isinstance(message, RollReading | DiceReading):
                if self.noticed is None:
                    self.noticed = self.now.real
                # A complete failure of the camera, such as for lack of memory, is another matter.
                self.unread += message.observation.reason != "camera"
                if message.observation.faces is not None:
                    self.recovered = self.now.real
        elif isinstance(message, CameraLost) and self.noticed is None:
            self.noticed = self.now.real
        elif isinstance(message, CameraOpened) and self.noticed is not None:
            self.recovered = self.now.real

    def end(self) -> None:
        """Withdraws the order."""
        self.environment.orders.withdraw()


class LampFaultInjection(FaultInjection):
    """The lamp gives no light, and its pins say so."""

    def inject(self) -> None:
        """Cuts its wire, so that the dice are in the dark."""
        self.environment.panel.kill_lamp(True)
        self.environment.orders.give(FaultKind.DARK, self.rng.randint(3, 9))
        self.struck = self.now.real

    def on_message(self, message: BoxMessage) -> None:
        """The box reports that the lamp does not respond, and later that it works again."""
        if not isinstance(message, Warned):
            return
        if self.noticed is None:
            self.noticed = self.now.real
            self.environment.panel.kill_lamp(False)
            self.environment.orders.withdraw()
            self.lifted = self.now.real
        else:
            self.recovered = self.now.real

    def end(self) -> None:
        """Restores the light."""
        self.environment.panel.kill_lamp(False)
        self.environment.orders.withdraw()


class InputFaultInjection(FaultInjection):
    """Controls and contacts misbehave; afterwards a press must count as before."""

    table_time = True

    def __init__(self, fault: SoakFault, environment: SoakEnvironment, rng: random.Random) -> None:
        """Chooses a button."""
        super().__init__(fault, environment, rng)
        self.part = rng.choice(TAPPED)
        self.silent = fault not in (SoakFault.CONTROLS_CHATTER, SoakFault.CONTROLS_STUCK)

    @property
    def circumstances(self) -> str:
        """Which button it was."""
        return f"{super().circumstances}, {self.part.name}"

    def inject(self) -> None:
        """Injects the fault, at once or step by step."""
        panel, rng = self.environment.panel, self.rng
        self.struck = self.now.table
        match self.fault:
            case SoakFault.CONTROLS_BOUNCE:
                panel.tap(self.part, bounces=rng.randint(10, 40))
            case SoakFault.CONTROLS_TOGETHER:
                panel.all_at_once(rng.sample(BUTTONS, rng.randint(2, len(BUTTONS))))
            case SoakFault.CONTROLS_THOUSAND if rng.random() < 0.5:
                for _ in range(1000):
                    panel.close(self.part)
                    self.environment.clock.skip(0.0005)
                    panel.open(self.part)
                    self.environment.clock.skip(0.0005)
            case SoakFault.CONTROLS_THOUSAND:
                _type_a_thousand(rng)
            case SoakFault.LID_FLAPPING:
                for _ in range(rng.randint(10, 40)):
                    panel.close(Part.LID)
                    self.environment.clock.skip(rng.choice((0.01, 0.3)))
                    panel.open(Part.LID)
                    self.environment.clock.skip(rng.choice((0.01, 0.3)))
            case SoakFault.CONTROLS_STUCK:
                self.environment.clock.stop()
                panel.stick(self.part)
            case SoakFault.CONTROLS_CHATTER:
                self.environment.clock.stop()
                panel.loosen(self.part)
        if self.silent:
            self.lifted = self.environment.clock()

    def tick(self) -> None:
        """Continues until it is noticed; then the contact is repaired."""
        if self.silent or self.lifted is not None:
            return
        if self.part is Part.REVEAL and self.box.flap.held:
            self.struck = self.now.table  # until the flap is shut, it is somebody who looks at simulated dice
        if self.noticed is not None or self.now.table - self.began > RECOVERY_SECONDS:
            self.environment.panel.mend()
            self.environment.clock.go_on()
            self.environment.clock.skip(0.5)
            self.lifted = self.environment.clock()
        else:
            self.environment.panel.pass_time(0.1)

    def on_message(self, message: BoxMessage) -> None:
        """The box reports a broken button, and handles the next press."""
        if isinstance(message, Warned) and not self.silent and self.noticed is None:
            self.noticed = self.now.table
        elif isinstance(message, Pressed) and self.lifted is not None:
            self.recovered = self.now.table

    def end(self) -> None:
        """Releases everything."""
        self.environment.panel.mend()
        self.environment.clock.go_on()


def _type_a_thousand(rng: random.Random) -> None:
    """Puts a thousand key strokes into the window's queue."""
    keys = (pygame.K_c, pygame.K_r, pygame.K_x, pygame.K_RETURN, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_SPACE)
    for _ in range(1000):
        key = rng.choice(keys)
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            pygame.event.post(pygame.event.Event(kind, key=key, mod=0))


class ScreenFaultInjection(FaultInjection):
    """The screen is lost for a while."""

    def inject(self) -> None:
        """Unplugs it."""
        self.environment.unplug("screen")
        pygame.display.quit()
        self.struck = self.now.real
        self._away = self.rng.uniform(0.0, 2.0)

    def tick(self) -> None:
        """Detects that the box has noticed, reconnects the screen, and waits until the box draws on it."""
        if self.noticed is None:
            if self.box.screen_lost:
                self.noticed = self.now.real
        elif self.lifted is None:
            if self.now.real - self.noticed > self._away:
                self.environment.plug_in("screen")
                self.lifted = self.now.real
        elif not self.box.screen_lost and pygame.display.get_surface() is not None:
            self.recovered = self.now.real

    def end(self) -> None:
        """Reconnects it."""
        self.environment.plug_in("screen")


class SoundFaultInjection(FaultInjection):
    """The audio device is lost for a while: the next sound fails, a later one plays again."""

    def inject(self) -> None:
        """Unplugs it."""
        self.environment.unplug("sound")
        self.environment.speaker.close()

    def tick(self) -> None:
        """Reconnects it once a sound has failed, and advances the time to the next attempt."""
        if self.environment.speaker.unavailable and self.noticed is None:
            self.struck = self.noticed = self.lifted = self.now.real
            self.environment.plug_in("sound")
            self.environment.clock.skip(10.0)
        elif self.noticed is not None and not self.environment.speaker.unavailable:
            self.recovered = self.now.real

    def end(self) -> None:
        """Reconnects it."""
        self.environment.plug_in("sound")


class ClockFaultInjection(FaultInjection):
    """The machine's clock is set; the game continues."""

    silent = True

    def inject(self) -> None:
        """Changes it by up to ten years."""
        seconds = self.rng.choice((1.0, 3600.0, DAY, 3650 * DAY)) * self.rng.random()
        self.environment.wall.offset += seconds if self.fault is SoakFault.CLOCK_FORWARD else -seconds
        self.struck = self.lifted = self.now.real

    def tick(self) -> None:
        """Waits for the next write."""
        if self.now.written > self.written:
            self.recovered = self.now.real


class DiskFaultInjection(FaultInjection):
    """The disk rejects writes for a while: the game continues, says so, and is written afterwards."""

    def inject(self) -> None:
        """Fills it, or makes it read-only."""
        self.environment.disk.fault = DiskFault.FULL if self.fault is SoakFault.DISK_FULL else DiskFault.READ_ONLY
        self.environment.disk.refused = 0
        self._turns = self.rng.randint(1, 40)

    def tick(self) -> None:
        """Counts some turns of the loop, then frees the disk and waits for the next write."""
        journal = self.box.table.context.current_game.journal
        if self.struck is None and self.environment.disk.refused:
            self.struck = self.now.real
        if self.struck is not None and self.noticed is None and journal.trouble is not None:
            self.noticed = self.now.real
        if self.noticed is None:
            return
        self._turns -= 1
        if self._turns == 0:
            self.environment.disk.fault = None
            self.lifted = self.now.real
        elif self._turns < 0 and journal.trouble is None and self.now.written > self.written:
            self.recovered = self.now.real

    def end(self) -> None:
        """Frees the disk."""
        self.environment.disk.fault = None


class DiskRemovalInjection(FaultInjection):
    """The journal is removed while it is written; the game continues in another file, and says so."""

    def inject(self) -> None:
        """Moves the files of the journal into a folder beside it, where the shown events can be found."""
        path = self.box.table.context.current_game.journal.path
        number = 1
        while (aside := path.parent / f"removed-{number}").exists():
            number += 1
        aside.mkdir()
        for part in path.parent.glob(f"{path.name}*"):
            if part.name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
                part.rename(aside / part.name)
        self.struck = self.lifted = self.now.real

    def tick(self) -> None:
        """Waits for the warning, and for the game in the new file."""
        journal = self.box.table.context.current_game.journal
        if self.noticed is None and (journal.trouble is not None or journal.path.exists()):
            self.noticed = self.now.real
        if self.noticed is not None and journal.path.exists() and self.now.written > self.written:
            self.recovered = self.now.real


EPISODES: dict[str, type[FaultInjection]] = {
    "camera": CameraFaultInjection,
    "controls": InputFaultInjection,
    "lid": InputFaultInjection,
    "lamp": LampFaultInjection,
    "screen": ScreenFaultInjection,
    "sound": SoundFaultInjection,
    "clock": ClockFaultInjection,
    "disk": DiskFaultInjection,
}


def injection_of(fault: SoakFault, environment: SoakEnvironment, rng: random.Random) -> FaultInjection:
    """Returns the injection of a fault."""
    kind = DiskRemovalInjection if fault is SoakFault.DISK_REMOVED else EPISODES[fault.port]
    return kind(fault, environment, rng)
