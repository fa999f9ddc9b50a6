"""Encoders after BERT (Devlin et al. 2018): one with an open batch, as TensorFlow's converter writes Keras' layers. The other has
64-bit indices, as PyTorch's converter writes them.
"""

from attention import attention, heads_of, joined, layer_norm, mlp, tanh_gelu, torch_layer_norm, weighted
from registry import network

WORDS, TOKENS, WIDTH, HEADS, BLOCKS = 200, 32, 64, 4, 3
FAR_BELOW = -10000.0  # added to a masked score


def _tensordot(net, x, outputs, **params):
    """Keras' Dense of three dims: a reshape to a matrix of all rows with a computed shape, and back."""
    dims = net.node("SHAPE", [x], [3], "int32", outType="INT32")
    rows = net.gather(dims, net.constant([0, 1], "int32"))
    sides = [net.reduce("REDUCE_PROD", rows, [0]), net.reduce("REDUCE_PROD", net.slice(dims, slice(2, 3)), [0])]
    target = net.node("PACK", sides, [2], valuesCount=2)
    matrix = net.node("RESHAPE", [x, target], (x.shape[0] * x.shape[1], x.channels))
    matrix = net.dense(matrix, outputs, **params)
    shape = net.concat([rows, net.constant([outputs], "int32")], axis=0)
    return net.node("RESHAPE", [matrix, shape], (*x.shape[:2], outputs))


def _kinds(net, kinds):
    """The embedding of two kinds of tokens, as a multiplication with their one-hot rows."""
    flat = net.reshape(kinds, net.batch * TOKENS)
    operands = [flat, net.constant(2, "int32"), net.constant(1.0), net.constant(0.0)]
    rows = net.node("ONE_HOT", operands, (flat.shape[0], 2), "float32", axis=-1)
    return net.keras_reshape(net.dense(rows, WIDTH, bias=False), TOKENS, WIDTH, batch_of=kinds)


def _mask_of(net, mask):
    """The mask [batch, 1, 1, tokens], with 0 for tokens that count."""
    mask = net.node("EXPAND_DIMS", [mask, net.constant(1, "int32")], (net.batch, 1, TOKENS))
    mask = net.node("EXPAND_DIMS", [mask, net.constant(1, "int32")], (net.batch, 1, 1, TOKENS))
    return net.mul(net.binary("SUB", 1.0, net.cast(mask, "float32")), FAR_BELOW)


def _keras_attention(net, x, mask):
    query, key, value = (heads_of(net, _tensordot(net, x, WIDTH), HEADS) for _ in range(3))
    return _tensordot(net, joined(net, weighted(net, query, key, value, mask)), WIDTH)


@network(open_batch=True)
def bert(net):
    """BERT with 32-bit ids, mask and kinds. The output is the pooled one, which a classifier reads."""
    ids, mask, kinds = (net.input(net.batch, TOKENS, dtype="int32") for _ in range(3))
    x = net.add(net.gather(net.normal((WORDS, WIDTH), 0.7), ids), _kinds(net, kinds))
    x = layer_norm(net, net.add(x, net.normal((1, TOKENS, WIDTH), 0.3)), 1e-12)
    mask = _mask_of(net, mask)
    for _ in range(BLOCKS):
        x = layer_norm(net, net.add(x, _keras_attention(net, x, mask)), 1e-12)
        inner = net.unary("GELU", _tensordot(net, x, 4 * WIDTH), approximate=False)
        x = layer_norm(net, net.add(x, _tensordot(net, inner, WIDTH, gain=2.0)), 1e-12)
    first = net.slice(x, slice(None), 0)
    net.outputs(x, net.unary("TANH", net.dense(first, WIDTH)))


def _embedded(net, ids, rows):
    """PyTorch's embedding, whose ids are cast to int32 for EMBEDDING_LOOKUP and flattened around it."""
    flat = net.reshape(net.cast(ids, "int32"), ids.shape[0] * ids.shape[1])
    table = net.normal((rows, WIDTH), 0.7)
    rows = net.node("EMBEDDING_LOOKUP", [flat, table], (*flat.shape, WIDTH), "float32")
    return net.reshape(rows, *ids.shape, WIDTH)


def _kept(net, mask):
    """The mask [batch, 1, 1, tokens], with 0 for tokens that count, else FAR_BELOW, chosen by a comparison in 64 bits."""
    counts = net.binary("NOT_EQUAL", net.reshape(mask, net.batch, 1, 1, TOKENS), 0, dtype="bool")
    return net.node("SELECT_V2", [counts, net.constant(0.0), net.constant(FAR_BELOW)], counts.shape, "float32")


@network(batch=2)
def bert_of_pytorch(net):
    """BERT with 64-bit ids and mask. The outputs are all tokens' states, and the most likely word for each token."""
    ids, mask = (net.input(net.batch, TOKENS, dtype="int64") for _ in range(2))
    positions = net.constant([range(TOKENS)], "int64")
    x = torch_layer_norm(net, net.add(_embedded(net, ids, WORDS), _embedded(net, positions, TOKENS)))
    mask = _kept(net, mask)
    for _ in range(BLOCKS):
        x = torch_layer_norm(net, net.add(x, attention(net, x, HEADS, mask)))
        x = torch_layer_norm(net, net.add(x, mlp(net, x, tanh_gelu)))
    words = net.dense(x, WORDS, gain=4.0)
    axis = net.constant(2, "int32")
    net.outputs(x, net.node("ARG_MAX", [words, axis], words.shape[:2], "int64", outputType="INT64"))
