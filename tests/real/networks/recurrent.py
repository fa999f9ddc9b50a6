"""Classifiers of sequences, as Keras' layers are converted: an LSTM as one node for each layer, a GRU unrolled and in a loop."""

import numpy as np

from registry import network

STEPS, INPUTS, UNITS, CLASSES = 16, 24, 32, 10


def _lstm(net, x, units):
    """UNIDIRECTIONAL_SEQUENCE_LSTM with four gates, no peepholes and no projection; its states are variables."""
    inputs = [net.normal((units, x.channels), x.channels**-0.5) for _ in range(4)]
    recurrent = [net.normal((units, units), units**-0.5) for _ in range(4)]
    biases = [net.constant(np.full(units, float(gate == 1))) for gate in range(4)]  # the forget gate's bias is 1
    states = [net.variable(net.batch, units) for _ in range(2)]
    operands = [x, *inputs, *recurrent, None, None, None, *biases, None, None, *states, None, None, None, None]
    params = {"fusedActivationFunction": "TANH", "timeMajor": False}
    return net.node("UNIDIRECTIONAL_SEQUENCE_LSTM", operands, (*x.shape[:2], units), **params)


@network(batch=2)
def lstm_classifier(net):
    x = net.input(net.batch, STEPS, INPUTS)
    x = _lstm(net, _lstm(net, x, UNITS), UNITS)
    last = net.slice(x, slice(None), -1)
    net.outputs(net.softmax(net.dense(last, CLASSES, gain=20.0)))


def _gru_weights(net, inputs):
    """A kernel and a bias for the input, and for the state; z, r and the candidate lie side by side."""
    kernels = [net.normal((3 * UNITS, columns), columns**-0.5) for columns in (inputs, UNITS)]
    return [(kernel, net.uniform((3 * UNITS,), -0.1, 0.1)) for kernel in kernels]


def _gru_step(net, x, state, weights):
    """One step of Keras' GRU, with the reset after the matrix multiplication."""
    shape = (net.batch, 3 * UNITS)
    sums = (net.node("FULLY_CONNECTED", [v, *pair], shape) for v, pair in zip((x, state), weights))
    (z, r, candidate), (state_z, state_r, state_candidate) = (net.split(values, 3) for values in sums)
    z = net.unary("LOGISTIC", net.add(z, state_z))
    r = net.unary("LOGISTIC", net.add(r, state_r))
    candidate = net.unary("TANH", net.add(candidate, net.mul(r, state_candidate)))
    return net.add(net.mul(z, state), net.mul(net.binary("SUB", 1.0, z), candidate))


def _finish(net, state):
    net.outputs(net.softmax(net.dense(state, CLASSES, gain=20.0)))


@network(batch=2)
def gru_unrolled(net):
    """An unrolled GRU. Time is moved first and unpacked, and the state begins with zeros."""
    x = net.transpose(net.input(net.batch, STEPS, INPUTS), 1, 0, 2)
    steps = net.nodes("UNPACK", [x], [(net.batch, INPUTS)] * STEPS, num=STEPS, axis=0)
    shape = (net.batch, UNITS)
    state = net.node("FILL", [net.constant(shape, "int32"), net.constant(0.0)], shape, "float32")
    weights = _gru_weights(net, INPUTS)
    for step in steps:
        state = _gru_step(net, step, state, weights)
    _finish(net, state)


def _loop_inputs(net, x):
    """The inputs of each round of the loop: the step, the outputs so far, the state, the sequence."""
    shapes = [(), (STEPS, net.batch, UNITS), (net.batch, UNITS), x.shape]
    return [net.input(*shape, dtype="float32" if shape else "int32") for shape in shapes]


def _loop_condition(net, x):
    step = _loop_inputs(net, x)[0]
    net.outputs(net.binary("LESS", step, STEPS, dtype="bool"))


def _loop_body(net, x):
    step, outputs, state, sequence = _loop_inputs(net, x)
    state = _gru_step(net, net.gather(sequence, step), state, _gru_weights(net, INPUTS))
    row = net.node("EXPAND_DIMS", [state, net.constant(0, "int32")], (1, net.batch, UNITS))
    zero = net.constant(0, "int32")
    start = net.node("PACK", [step, zero, zero], [3], valuesCount=3)
    outputs = net.node("DYNAMIC_UPDATE_SLICE", [outputs, row, start], outputs.shape)
    net.outputs(net.add(step, 1), outputs, state, sequence)


@network(batch=2)
def gru_in_a_loop(net):
    """A GRU as a WHILE over the steps, which Keras writes unless it unrolls."""
    x = net.transpose(net.input(net.batch, STEPS, INPUTS), 1, 0, 2)
    zeros = [net.constant(np.zeros(shape)) for shape in ((STEPS, net.batch, UNITS), (net.batch, UNITS))]
    operands = [net.constant(0, "int32"), *zeros, x]
    _loop_condition(net.subgraph("condition"), x)
    _loop_body(net.subgraph("body"), x)
    shapes, types = [o.shape for o in operands], [o.dtype for o in operands]
    results = net.nodes("WHILE", operands, shapes, types, condSubgraphIndex=1, bodySubgraphIndex=2)
    _finish(net, results[2])
