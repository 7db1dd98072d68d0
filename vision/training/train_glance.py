"""Trains the finder of the first look: `python -m vision.training.train_glance FOLDER --teacher faces.onnx`.

All else is as with the finder (`vision.training.train`), from whose weights it may begin.
"""

from vision.training.network import GlanceNet
from vision.training.train import train

if __name__ == "__main__":
    train(GlanceNet(), __doc__, "glance.onnx")
