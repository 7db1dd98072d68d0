"""Networks written as ONNX files that OpenCV reads: batch normalisation folded, weights as bytes."""

import copy
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

FEW = 64
"""So few weights are not worth making smaller."""


def fused(network: nn.Module) -> nn.Module:
    """Returns a copy of the network, each batch normalisation folded into the convolution before it."""
    network = copy.deepcopy(network).eval()
    for module in list(network.modules()):
        if isinstance(module, nn.Sequential):
            for i in range(len(module) - 1):
                convolution, norm = module[i], module[i + 1]
                if isinstance(convolution, nn.Conv2d) and isinstance(norm, nn.BatchNorm2d):
                    module[i] = torch.nn.utils.fusion.fuse_conv_bn_eval(convolution, norm)
                    module[i + 1] = nn.Identity()
    return network


def in_bytes(model: onnx.ModelProto) -> onnx.ModelProto:
    """Stores the weights as bytes, in steps of each output channel's own, numbers again where the network starts.

    What has one axis, such as biases, is few and stored at half precision; what is fewer than FEW, as it is.
    """
    before = []
    for weights in list(model.graph.initializer):
        values, name = numpy_helper.to_array(weights), weights.name
        if values.dtype != np.float32 or values.size < FEW:
            continue
        if values.ndim == 1:
            weights.CopyFrom(numpy_helper.from_array(values.astype(np.float16), f"{name}.half"))
            before.append(helper.make_node("Cast", [f"{name}.half"], [name], to=TensorProto.FLOAT))
            continue
        steps = np.abs(values).max(tuple(range(1, values.ndim)), keepdims=True) / 127
        steps[steps == 0] = 1
        weights.CopyFrom(numpy_helper.from_array(np.round(values / steps).astype(np.int8), f"{name}.bytes"))
        model.graph.initializer.append(numpy_helper.from_array(steps, f"{name}.steps"))
        before.append(helper.make_node("Cast", [f"{name}.bytes"], [f"{name}.counts"], to=TensorProto.FLOAT))
        before.append(helper.make_node("Mul", [f"{name}.counts", f"{name}.steps"], [name]))
    nodes = [*before, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    onnx.checker.check_model(model)
    return model


def export(network: nn.Module, example: torch.Tensor, path: Path, free: dict[str, dict[int, str]]) -> None:
    """Writes the network to `path`; `free` names the axes of `seen` and `dice` that may have any length."""
    torch.onnx.export(
        fused(network),
        (example,),
        str(path),
        input_names=["seen"],
        output_names=["told"],
        dynamic_axes=free,
        opset_version=11,
        dynamo=False,
    )
    onnx.save(in_bytes(onnx.load(str(path))), str(path))
