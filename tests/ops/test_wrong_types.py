"""A share of what wrong_types.py runs by hand: what TFLite takes the project takes, with the same bits, but for what the page
names. Only operators whose differences have all been judged are asked.
"""

import pathlib

import pytest

import litevk_runtime
import wrong_types

# One node in so many is taken.
PARTS = 60
JUDGED = (
    "batch_matmul conv_2d depthwise_conv_2d dequantize div exp fully_connected gelu hard_swish l2_normalization leaky_relu log"
    " log_softmax logistic max_pool_2d relu relu6 resize_bilinear rsqrt sqrt squared_difference tanh transpose_conv"
).split()


@pytest.mark.parametrize("stem", JUDGED)
def test_share(request, stem):
    path = pathlib.Path(request.config.getoption("--library")).with_name("liblitevk_runtime.so")
    rows, words = wrong_types.intended(), set()
    for word, difference in wrong_types.swept(litevk_runtime.Runtime(path), stem, PARTS):
        words.add(word)
        assert difference is None or wrong_types.is_intended(difference, rows), str(difference)
    # A comparison in which nothing runs compares nothing.
    assert words & {"same bits", "floats within bounds"}
