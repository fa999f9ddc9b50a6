"""A share of the nodes of wrong_types.py: the project takes every node that TFLite takes, with the same bits, except as on the
page. Only operators whose differences have all been judged run.
"""

import collections
import pathlib

import litevk_runtime
import wrong_types

# One node in so many runs.
PARTS = 60
JUDGED = (
    "atan2 batch_matmul batch_to_space_nd bidirectional_sequence_lstm conv_2d depthwise_conv_2d dequantize div exp fully_connected"
    " gelu hard_swish l2_normalization leaky_relu log log_softmax logistic max_pool_2d relu relu6 resize_bilinear rnn rsqrt sqrt"
    " squared_difference tanh transpose_conv"
).split()


def test_share(request):
    path = pathlib.Path(request.config.getoption("--library")).with_name("liblitevk_runtime.so")
    runtime, rows, words = litevk_runtime.Runtime(path), wrong_types.intended(), collections.Counter()
    for stem in JUDGED:
        for word, difference in wrong_types.swept(runtime, stem, PARTS):
            words[word] += 1
            assert difference is None or wrong_types.is_intended(difference, rows), str(difference)
    # Ensures that the comparison ran enough nodes to mean something.
    assert words["same bits"] > 100
