"""Architectures of the networks: top faces, their values and corners, leaning dice."""

import torch
from torch import Tensor, nn

from vision.classifier import SCORES
from vision.classifier import SIDE as VALUE_SIDE
from vision.corners import SIDE as CORNER_SIDE
from vision.leaning_network import PLANES
from vision.leaning_network import SIDE as LEANING_SIDE
from vision.segmentation import FINE, SEEN


def _conv_block(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


class Residual(nn.Module):
    """A residual block of two convolutions."""

    def __init__(self, channels: int) -> None:
        """Creates the layers for this number of channels."""
        super().__init__()
        self.first = _conv_block(channels, channels)
        # Without the ReLU, so that the residual can be negative.
        self.second = _conv_block(channels, channels)[:-1]

    def forward(self, x: Tensor) -> Tensor:
        """Returns a tensor of the same shape."""
        return torch.relu(x + self.second(self.first(x)))


class FaceNet(nn.Module):
    """A small U-net: (N, 3, H, W) from 0 to 1 to logits (N, 5·2·2, H/8, W/8); H and W are multiples of 32.

    The logits of a class for the 2×2 cells of an 8×8 block are consecutive channels, in row-major order as
    `nn.PixelShuffle(2)` expects. For speed on large frames, the stem has stride 4 and no layer follows at that
    resolution.
    """

    def __init__(self, widths: tuple[int, int, int, int] = (32, 40, 64, 80)) -> None:
        """Creates the layers; `widths` are the channels at strides 4, 8, 16 and 32.

        By default there are half a million weights.
        """
        super().__init__()
        at4, at8, at16, at32 = widths
        self.stem = nn.Sequential(nn.Conv2d(3, at4, 6, 4, 1, bias=False), nn.BatchNorm2d(at4), nn.ReLU(inplace=True))
        self.to8 = nn.Sequential(_conv_block(at4, at8, 2), Residual(at8))
        self.to16 = nn.Sequential(_conv_block(at8, at16, 2), Residual(at16), Residual(at16))
        self.to32 = nn.Sequential(_conv_block(at16, at32, 2), Residual(at32), Residual(at32))
        self.lateral16 = nn.Conv2d(at32, at16, 1)
        self.lateral8 = nn.Conv2d(at16, at8, 1)
        self.merge16 = _conv_block(at16, at16)
        self.merge8 = _conv_block(at8, at8)
        self.head = nn.Conv2d(at8, len(SEEN) * FINE * FINE, 1)
        self.grow = nn.Upsample(scale_factor=2, mode="nearest")

    def forward(self, x: Tensor) -> Tensor:
        """Returns the logits."""
        x8 = self.to8(self.stem(x))
        x16 = self.to16(x8)
        x = self.to32(x16)
        x = self.merge16(x16 + self.grow(self.lateral16(x)))
        x = self.merge8(x8 + self.grow(self.lateral8(x)))
        scores: Tensor = self.head(x)
        return scores


class ConvNet(nn.Module):
    """A convolutional trunk with one linear layer on top."""

    steps: nn.Sequential
    head: nn.Linear

    def forward(self, x: Tensor) -> Tensor:
        """Returns the outputs (N, outputs), before softmax or sigmoid."""
        outputs: Tensor = self.head(torch.flatten(self.steps(x), 1))
        return outputs


def _trunk(inputs: int, widths: tuple[int, int, int], outputs: int) -> nn.Sequential:
    """Returns a trunk with these channels at strides 2, 4 and 8, and a narrow 1×1 convolution at the end."""
    at2, at4, at8 = widths
    return nn.Sequential(
        _conv_block(inputs, at2, 2),
        _conv_block(at2, at4, 2),
        Residual(at4),
        _conv_block(at4, at8, 2),
        Residual(at8),
        nn.Conv2d(at8, outputs, 1),
        nn.ReLU(inplace=True),
    )


class ValueNet(ConvNet):
    """Classifies a face patch and regresses its corners: (N, 1, side, side) to (N, 20).

    The first 12 outputs are class logits: background, 1 to 6, part of a die that is no top face, and the faults of an
    unreadable top face (in the order of `vision.classifier`). The others are the four corners of the top face (x, y),
    in patch sides from the patch's centre.
    """

    def __init__(self, widths: tuple[int, int, int] = (16, 32, 64), side: int = VALUE_SIDE) -> None:
        """Creates the layers; `widths` are the channels at strides 2, 4 and 8. Some 160,000 weights by default."""
        super().__init__()
        self.side = side
        self.steps = _trunk(1, widths, 32)
        self.head = nn.Linear(32 * (side // 8) ** 2, SCORES + 8)


class CornerNet(nn.Module):
    """Locates the corners of a face patch: (N, 3, side, side) to (N, 12).

    The first eight outputs are the four corners (x, y) in patch sides from the patch's centre, each the mean of a
    heatmap at half the resolution (Sun et al., "Integral human pose regression", 2018). The others are the logarithms
    of their expected errors, in edges.
    """

    def __init__(self, widths: tuple[int, int, int] = (24, 40, 64), side: int = CORNER_SIDE) -> None:
        """Creates the layers; `widths` are the channels at strides 2, 4 and 8. Some 250,000 weights by default."""
        super().__init__()
        self.side = side
        at2, at4, at8 = widths
        self.to2 = nn.Sequential(_conv_block(3, at2, 2), Residual(at2))
        self.to4 = nn.Sequential(_conv_block(at2, at4, 2), Residual(at4))
        self.to8 = nn.Sequential(_conv_block(at4, at8, 2), Residual(at8), Residual(at8))
        self.lateral4 = nn.Conv2d(at8, at4, 1)
        self.lateral2 = nn.Conv2d(at4, at2, 1)
        self.merge4 = _conv_block(at4, at4)
        self.merge2 = _conv_block(at2, at2)
        self.heatmaps = nn.Conv2d(at2, 4, 1)
        self.log_errors = nn.Linear(at8, 4)
        self.grow = nn.Upsample(scale_factor=2, mode="nearest")
        self.register_buffer("places", (torch.arange(side // 2) + 0.5) / (side // 2) - 0.5)

    def forward(self, x: Tensor) -> Tensor:
        """Returns the corners and the logarithms of their errors."""
        x2 = self.to2(x)
        x4 = self.to4(x2)
        x8 = self.to8(x4)
        x = self.merge4(x4 + self.grow(self.lateral4(x8)))
        maps = self.heatmaps(self.merge2(x2 + self.grow(self.lateral2(x))))
        cells = self.side // 2
        weights = maps.reshape(-1, 4, cells * cells).softmax(2).reshape(-1, 4, cells, cells)
        corners = torch.stack([weights.sum(2) @ self.places, weights.sum(3) @ self.places], 2)
        return torch.cat([corners.reshape(-1, 8), self.log_errors(x8.mean((2, 3)))], 1)


class LeaningNet(ConvNet):
    """Classifies a die with its surroundings: (N, PLANES, side, side) to logits (N, 1), positive if it leans."""

    def __init__(self, widths: tuple[int, int, int] = (24, 40, 64), side: int = LEANING_SIDE) -> None:
        """Creates the layers; `widths` are the channels at strides 2, 4 and 8. Some 140,000 weights by default."""
        super().__init__()
        self.side = side
        self.steps = _trunk(PLANES, widths, 16)
        self.head = nn.Linear(16 * (side // 8) ** 2, 1)
