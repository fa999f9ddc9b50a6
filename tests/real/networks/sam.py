"""The mask decoder of Segment Anything (Kirillov et al. 2023): tokens and image attend to each other in turns."""

from attention import attention, gelu, torch_layer_norm
from images import transpose_conv
from registry import network

SIDE, WIDTH, HEADS, MASKS = 12, 64, 4, 4


def _perceptron(net, x, *widths):
    """A perceptron whose hidden layers end in RELU."""
    for width in widths[:-1]:
        x = net.dense(x, width, "RELU")
    return net.dense(x, widths[-1], gain=2.0)


def _cross(net, x, places, context, context_places, value):
    """Attention of x to a context. Positions are added to queries and keys, and the heads are half as wide."""
    compared = net.add(context, context_places)
    return attention(net, net.add(x, places), HEADS, context=compared, value=value, width=WIDTH // 2)


def _two_way_block(net, tokens, image, token_places, image_places):
    places = net.add(tokens, token_places)
    tokens = torch_layer_norm(net, net.add(tokens, attention(net, places, HEADS, value=tokens)))
    tokens = torch_layer_norm(net, net.add(tokens, _cross(net, tokens, token_places, image, image_places, image)))
    tokens = torch_layer_norm(net, net.add(tokens, _perceptron(net, tokens, 4 * WIDTH, WIDTH)))
    image = net.add(image, _cross(net, image, image_places, tokens, token_places, tokens))
    return tokens, torch_layer_norm(net, image)


def _enlarged(net, image):
    """The image with four times the sides and an eighth of the channels."""
    x = net.reshape(image, net.batch, SIDE, SIDE, WIDTH)
    x = gelu(net, torch_layer_norm(net, transpose_conv(net, x, WIDTH // 4)))
    return gelu(net, transpose_conv(net, x, WIDTH // 8))


def _masks(net, tokens, image):
    """The masks: each mask's token becomes weights for the sum over its pixels' channels."""
    rows = [_perceptron(net, net.slice(tokens, slice(None), 1 + i), WIDTH, WIDTH, WIDTH // 8) for i in range(MASKS)]
    weights = net.node("PACK", rows, (net.batch, MASKS, WIDTH // 8), valuesCount=MASKS, axis=1)
    rows, columns, channels = image.shape[1:]
    pixels = net.transpose(net.reshape(image, net.batch, rows * columns, channels), 0, 2, 1)
    return net.reshape(net.matmul(weights, pixels), net.batch, MASKS, rows, columns)


@network(batch=2)
def sam_decoder(net):
    """The decoder. Inputs are an image's embedding, the prompts' and a dense one; outputs are masks and their quality."""
    image = net.input(net.batch, SIDE, SIDE, WIDTH)
    prompts, dense = net.input(net.batch, 3, WIDTH), net.input(net.batch, SIDE, SIDE, WIDTH)
    own = net.normal((1, 1 + MASKS, WIDTH), 1.0)
    own = net.node("TILE", [own, net.constant([net.batch, 1, 1], "int32")], (net.batch, 1 + MASKS, WIDTH))
    places = net.concat([own, prompts], axis=1)
    image = net.reshape(net.add(image, dense), net.batch, SIDE * SIDE, WIDTH)
    image_places = net.normal((1, SIDE * SIDE, WIDTH), 0.7)
    tokens = places
    for _ in range(2):
        tokens, image = _two_way_block(net, tokens, image, places, image_places)
    tokens = torch_layer_norm(net, net.add(tokens, _cross(net, tokens, places, image, image_places, image)))
    quality = _perceptron(net, net.slice(tokens, slice(None), 0), WIDTH, WIDTH, MASKS)
    net.outputs(_masks(net, tokens, _enlarged(net, image)), net.unary("LOGISTIC", quality))
