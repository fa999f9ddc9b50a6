"""Writes the networks of full size that the bring-up kit measures: python networks.py --out FOLDER

Runs like tests/real/networks/write_networks.py, of whose parts they are made. Weights follow from the name; they are
stored as float16, which halves the files.
"""

import argparse
import pathlib
import sys

_TESTS = pathlib.Path(__file__).resolve().parents[2] / "tests"
sys.path[:0] = [str(_TESTS / "ops" / "harness"), str(_TESTS / "real" / "networks")]

from images import classify, conv, depthwise, pool  # noqa: E402
from net import Net  # noqa: E402

# MobileNet V2's blocks: expansion, channels, count, stride of the first.
_GROUPS = ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1))


def _inverted_residual(net, x, expansion, channels, stride):
    y = conv(net, x, x.channels * expansion, 1, 1, "RELU6", gain=1.0) if expansion > 1 else x
    y = conv(net, depthwise(net, y, 3, stride, "RELU6"), channels)
    return net.add(x, y) if y.shape == x.shape else y


def mobilenet_v2_224(net):
    """MobileNet V2 of width 1 (Sandler et al. 2018): the layers of bench/shapes/mobilenet_v2.txt."""
    x = conv(net, net.input(1, 224, 224, 3), 32, 3, 2, "RELU6")
    for expansion, channels, count, stride in _GROUPS:
        for index in range(count):
            x = _inverted_residual(net, x, expansion, channels, stride if index == 0 else 1)
    classify(net, conv(net, x, 1280, 1, 1, "RELU6", gain=0.5))


def _conv_of_3(net, x, channels, stride, activation, gain):
    """A 3x3 convolution padded by 1 on every side. With a stride of 2, SAME would pad only at the ends."""
    if stride == 1:
        return conv(net, x, channels, 3, 1, activation, gain=gain)
    return conv(net, net.pad_image(x, 1, 1), channels, 3, stride, activation, gain=gain, padding="VALID")


def _basic_block(net, x, channels, stride):
    y = _conv_of_3(net, x, channels, stride, "RELU", 2.0)
    y = _conv_of_3(net, y, channels, 1, "NONE", 0.5)
    shortcut = x if x.shape == y.shape else conv(net, x, channels, 1, stride, gain=1.0)
    return net.add(shortcut, y, fusedActivationFunction="RELU")


def resnet18_224(net):
    """ResNet-18 (He et al. 2015), padded as torchvision pads it: the layers of bench/shapes/resnet18.txt."""
    x = conv(net, net.pad_image(net.input(1, 224, 224, 3), 3, 3), 64, 7, 2, "RELU", padding="VALID")
    x = pool(net, "MAX", net.pad_image(x, 1, 1), 3, 2)
    for channels in (64, 128, 256, 512):
        for index in range(2):
            x = _basic_block(net, x, channels, 2 if index == 0 and channels > 64 else 1)
    classify(net, x)


NETWORKS = {"mobilenet_v2_224": mobilenet_v2_224, "resnet18_224": resnet18_224}


def serialize(name):
    """The bytes of a network's .tflite file."""
    net = Net(name, batch=1, half_weights=True)
    NETWORKS[name](net)
    return net.model.serialize()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder for NAME.tflite")
    parser.add_argument("--only", action="append", choices=NETWORKS, help="this network alone")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    for name in args.only or NETWORKS:
        (args.out / f"{name}.tflite").write_bytes(serialize(name))


if __name__ == "__main__":
    main()
