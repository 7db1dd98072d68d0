"""Export of networks as ONNX files for OpenCV: batch normalisation folded, weights quantised to int8 per channel."""

import copy
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

MIN_QUANTISED = 64
"""Smaller tensors are stored as they are."""


def fold_batch_norm(network: nn.Module) -> nn.Module:
    """Returns a copy of the network with every batch normalisation folded into the preceding convolution."""
    network = copy.deepcopy(network).eval()
    for module in list(network.modules()):
        if isinstance(module, nn.Sequential):
            for i in range(len(module) - 1):
                convolution, norm = module[i], module[i + 1]
                if isinstance(convolution, nn.Conv2d) and isinstance(norm, nn.BatchNorm2d):
                    module[i] = torch.nn.utils.fusion.fuse_conv_bn_eval(convolution, norm)
                    module[i + 1] = nn.Identity()
    return network


def quantise(model: onnx.ModelProto) -> onnx.ModelProto:
    """Quantises the weights to int8, symmetrically per output channel; nodes at the graph's inputs dequantise them.

    One-dimensional tensors, such as biases, are stored in half precision, tensors of fewer than MIN_QUANTISED values
    unchanged.
    """
    dequantisation = []
    for tensor in list(model.graph.initializer):
        values, name = numpy_helper.to_array(tensor), tensor.name
        if values.dtype != np.float32 or values.size < MIN_QUANTISED:
            continue
        if values.ndim == 1:
            tensor.CopyFrom(numpy_helper.from_array(values.astype(np.float16), f"{name}.half"))
            dequantisation.append(helper.make_node("Cast", [f"{name}.half"], [name], to=TensorProto.FLOAT))
            continue
        scale = np.abs(values).max(tuple(range(1, values.ndim)), keepdims=True) / 127
        scale[scale == 0] = 1
        tensor.CopyFrom(numpy_helper.from_array(np.round(values / scale).astype(np.int8), f"{name}.int8"))
        model.graph.initializer.append(numpy_helper.from_array(scale, f"{name}.scale"))
        dequantisation.append(helper.make_node("Cast", [f"{name}.int8"], [f"{name}.unscaled"], to=TensorProto.FLOAT))
        dequantisation.append(helper.make_node("Mul", [f"{name}.unscaled", f"{name}.scale"], [name]))
    nodes = [*dequantisation, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    onnx.checker.check_model(model)
    return model


def export(network: nn.Module, example: torch.Tensor, path: Path, dynamic_axes: dict[str, dict[int, str]]) -> None:
    """Exports the network to `path`; `dynamic_axes` names the axes of input and output of variable length."""
    torch.onnx.export(
        fold_batch_norm(network),
        (example,),
        str(path),
        input_names=["input"],
        output_names=["output"],
        dynamic_axes=dynamic_axes,
        opset_version=11,
        dynamo=False,
    )
    onnx.save(quantise(onnx.load(str(path))), str(path))
