"""The encoder of Whisper (Radford et al. 2022); its convolutions over time are written as those of images with one row."""

from attention import encoder_block, gelu, layer_norm
from images import conv
from registry import network

BANDS, FRAMES, WIDTH = 80, 120, 64


def _conv_over_time(net, x, stride):
    """A convolution over time, padded by one frame at both ends, whatever the stride."""
    x = net.pad(x, (0, 0), (0, 0), (1, 1), (0, 0))
    return gelu(net, conv(net, x, WIDTH, (1, 3), (1, stride), gain=2.0, padding="VALID"))


@network(open_batch=True)
def whisper_encoder(net):
    """The encoder. The input is a spectrogram with bands first, as in PyTorch; there are half as many tokens as frames."""
    x = net.transpose(net.input(net.batch, BANDS, FRAMES), 0, 2, 1)
    x = net.node("EXPAND_DIMS", [x, net.constant(1, "int32")], (net.batch, 1, FRAMES, BANDS))
    for stride in (1, 2):
        x = _conv_over_time(net, x, stride)
    x = net.node("SQUEEZE", [x], (net.batch, FRAMES // 2, WIDTH), squeezeDims=[1])
    x = net.add(x, net.normal((FRAMES // 2, WIDTH), 0.5))
    for _ in range(3):
        x = encoder_block(net, x, 4)
    net.outputs(layer_norm(net, x))
