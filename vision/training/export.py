"""Networks written as ONNX files that OpenCV reads: batch normalisation folded, weights in half precision."""

import copy
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn


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


def halved(model: onnx.ModelProto) -> onnx.ModelProto:
    """Stores the weights (more than a few) at half precision, each cast back where the network starts."""
    casts = []
    for weights in model.graph.initializer:
        values = numpy_helper.to_array(weights)
        if values.dtype != np.float32 or values.size < 64:
            continue
        name = weights.name
        weights.CopyFrom(numpy_helper.from_array(values.astype(np.float16), f"{name}.half"))
        casts.append(helper.make_node("Cast", [f"{name}.half"], [name], to=TensorProto.FLOAT))
    nodes = [*casts, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    onnx.checker.check_model(model)
    return model


def export(network: nn.Module, example: torch.Tensor, path: Path, free: dict[str, dict[int, str]]) -> None:
    """Writes the network to `path`; `free` names the axes of `seen` and `told` that may have any length."""
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
    onnx.save(halved(onnx.load(str(path))), str(path))
