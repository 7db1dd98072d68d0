"""The networks: one finds top faces, for every fourth pixel, one values a face, one tells what leans."""

import torch
from torch import Tensor, nn

from vision.classifier import SCORES
from vision.classifier import SIDE as VALUE_SIDE
from vision.leaning_network import PLANES
from vision.leaning_network import SIDE as COCKED_SIDE
from vision.segmentation import FINE, SEEN


def _step(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


class Residual(nn.Module):
    """Two steps beside a straight way."""

    def __init__(self, channels: int) -> None:
        """Takes the number of channels."""
        super().__init__()
        self.first = _step(channels, channels)
        # What is added to the straight way may be negative.
        self.second = _step(channels, channels)[:-1]

    def forward(self, x: Tensor) -> Tensor:
        """Returns a tensor of the same shape."""
        return torch.relu(x + self.second(self.first(x)))


class FaceNet(nn.Module):
    """A small U-shaped network: (N, 3, H, W) in 0..1 to class scores (N, 5·2·2, H/8, W/8); H and W multiples of 32.

    The scores of a class for the four cells of a quarter of eight pixels follow one another (rows first), as
    `nn.PixelShuffle(2)` takes them. One wide stride at the entrance and no layer at a quarter of the size: the big
    pictures are what costs time.
    """

    def __init__(self, widths: tuple[int, int, int, int] = (32, 40, 64, 80)) -> None:
        """Lays the layers, with so many channels at a quarter of the size, an eighth and so on: half a million weights.

        At the entrance six by six pixels are seen together, four apart.
        """
        super().__init__()
        at4, at8, at16, at32 = widths
        self.stem = nn.Sequential(nn.Conv2d(3, at4, 6, 4, 1, bias=False), nn.BatchNorm2d(at4), nn.ReLU(inplace=True))
        self.to8 = nn.Sequential(_step(at4, at8, 2), Residual(at8))
        self.to16 = nn.Sequential(_step(at8, at16, 2), Residual(at16), Residual(at16))
        self.to32 = nn.Sequential(_step(at16, at32, 2), Residual(at32), Residual(at32))
        self.lateral16 = nn.Conv2d(at32, at16, 1)
        self.lateral8 = nn.Conv2d(at16, at8, 1)
        self.merge16 = _step(at16, at16)
        self.merge8 = _step(at8, at8)
        self.head = nn.Conv2d(at8, len(SEEN) * FINE * FINE, 1)
        self.grow = nn.Upsample(scale_factor=2, mode="nearest")

    def forward(self, x: Tensor) -> Tensor:
        """Returns the class scores before the softmax."""
        x8 = self.to8(self.stem(x))
        x16 = self.to16(x8)
        x = self.to32(x16)
        x = self.merge16(x16 + self.grow(self.lateral16(x)))
        x = self.merge8(x8 + self.grow(self.lateral8(x)))
        scores: Tensor = self.head(x)
        return scores


class ConvNet(nn.Module):
    """Convolutions, and one linear layer that tells what they saw."""

    steps: nn.Sequential
    head: nn.Linear

    def forward(self, x: Tensor) -> Tensor:
        """Returns what is told of each picture, before softmax or logistic curve."""
        told: Tensor = self.head(torch.flatten(self.steps(x), 1))
        return told


def _to_an_eighth(inputs: int, widths: tuple[int, int, int], outputs: int) -> nn.Sequential:
    """Returns layers with so many channels at half the size, a quarter and an eighth, and a narrow last one."""
    at2, at4, at8 = widths
    return nn.Sequential(
        _step(inputs, at2, 2),
        _step(at2, at4, 2),
        Residual(at4),
        _step(at4, at8, 2),
        Residual(at8),
        nn.Conv2d(at8, outputs, 1),
        nn.ReLU(inplace=True),
    )


class ValueNet(ConvNet):
    """Looks at a face patch (N, 1, side, side); gives (N, 20).

    First 12 scores: ground, 1 to 6, a die but no top face, and what keeps a top face from being read (the order is
    that of `vision.classifier`); then the four corners of the top face (x, y) in units of the patch's side, its middle
    being the origin.
    """

    def __init__(self, widths: tuple[int, int, int] = (16, 32, 64), side: int = VALUE_SIDE) -> None:
        """Lays the layers, with so many channels at half the size, a quarter and an eighth; some 160,000 weights."""
        super().__init__()
        self.side = side
        self.steps = _to_an_eighth(1, widths, 32)
        self.head = nn.Linear(32 * (side // 8) ** 2, SCORES + 8)


class CockedNet(ConvNet):
    """Looks at a die with its surroundings (N, 7, side, side); gives (N, 1), positive where it leans."""

    def __init__(self, widths: tuple[int, int, int] = (24, 40, 64), side: int = COCKED_SIDE) -> None:
        """Lays the layers, with so many channels at half the size, a quarter and an eighth; some 140,000 weights."""
        super().__init__()
        self.side = side
        self.steps = _to_an_eighth(PLANES, widths, 16)
        self.head = nn.Linear(16 * (side // 8) ** 2, 1)
