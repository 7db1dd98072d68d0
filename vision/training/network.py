"""The eye's two networks: one finds top faces, for every fourth pixel; the other values a rectified face."""

import torch
from torch import Tensor, nn

from vision.training.scenes import CLASSES


def _step(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


class Residual(nn.Module):
    """Two convolutions beside a straight way."""

    def __init__(self, channels: int) -> None:
        """Takes the number of channels."""
        super().__init__()
        self.first = _step(channels, channels)
        self.second = nn.Sequential(nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x: Tensor) -> Tensor:
        """Returns a tensor of the same shape."""
        return torch.relu(x + self.second(self.first(x)))


class FaceNet(nn.Module):
    """A small U-shaped network: (N, 3, H, W) in 0..1 to class scores (N, 9, H/4, W/4); H and W multiples of 32."""

    def __init__(self) -> None:
        """Lays the layers; about half a million weights."""
        super().__init__()
        self.to4 = nn.Sequential(_step(3, 12, 2), _step(12, 24, 2))
        self.to8 = nn.Sequential(_step(24, 40, 2), Residual(40))
        self.to16 = nn.Sequential(_step(40, 56, 2), Residual(56), Residual(56))
        self.to32 = nn.Sequential(_step(56, 72, 2), Residual(72), Residual(72))
        self.lateral16 = nn.Conv2d(72, 56, 1)
        self.lateral8 = nn.Conv2d(56, 40, 1)
        self.lateral4 = nn.Conv2d(40, 24, 1)
        self.merge16 = _step(56, 56)
        self.merge8 = _step(40, 40)
        self.merge4 = _step(24, 24)
        self.head = nn.Conv2d(24, CLASSES, 1)
        self.grow = nn.Upsample(scale_factor=2, mode="nearest")

    def forward(self, x: Tensor) -> Tensor:
        """Returns the class scores before the softmax."""
        x4 = self.to4(x)
        x8 = self.to8(x4)
        x16 = self.to16(x8)
        x = self.to32(x16)
        x = self.merge16(x16 + self.grow(self.lateral16(x)))
        x = self.merge8(x8 + self.grow(self.lateral8(x)))
        x = self.merge4(x4 + self.grow(self.lateral4(x)))
        scores: Tensor = self.head(x)
        return scores


class ValueNet(nn.Module):
    """Looks at a face patch (N, 1, 56, 56); gives (N, 16).

    First 8 scores: ground, 1 to 6, a die but no readable top face; then the four corners of the top face (x, y) in
    units of the patch's side, its middle being the origin.
    """

    def __init__(self) -> None:
        """Lays the layers; some hundred thousand weights."""
        super().__init__()
        self.steps = nn.Sequential(
            _step(1, 16, 2), _step(16, 32), _step(32, 48, 2), _step(48, 48), _step(48, 64, 2), _step(64, 64)
        )
        self.head = nn.Linear(64 * 49, 16)

    def forward(self, x: Tensor) -> Tensor:
        """Returns scores, before the softmax, and corners."""
        told: Tensor = self.head(torch.flatten(self.steps(x), 1))
        return told
