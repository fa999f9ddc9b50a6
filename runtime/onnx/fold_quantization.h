// Makes a quantized graph one of floats.
#pragma once

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/onnx/prepare.h"
#include "runtime/onnx/states.h"

namespace litevk::to_onnx {

// Makes float32 of every tensor whose numbers have a scale, inputs and outputs of the graph and its states
// too, and takes QUANTIZE and DEQUANTIZE of such tensors out. Numbers are rounded and clamped nowhere any
// more. Fails for scales that no kernel takes, and for variables of several scales.
Status FoldQuantization(ir::Graph& graph, States& states, ComputedValues& computed);

}  // namespace litevk::to_onnx
