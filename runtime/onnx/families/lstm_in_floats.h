// LSTMs of numbers as LSTMs of floats.
#pragma once

#include <cstddef>
#include <optional>

#include "runtime/ir/graph.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::to_onnx {

// Returns the scale of a bias of an LSTM or UNIDIRECTIONAL_SEQUENCE_LSTM of numbers; nothing where the input
// is none, or its scale is not known.
std::optional<float> ScaleOfLstmBias(const ir::Graph& graph, const ir::Node& node, size_t index);

// Returns the parameters with the activation that kernels of numbers have, whatever the model says.
template <typename Params>
ir::Params WithTanh(const ir::Params& params, const ir::Tensor& /*numbers*/) {
  auto floats = params.As<Params>();
  floats.activation = abi::kTfLiteActTanh;
  return ir::Params(&floats, sizeof(floats));
}

}  // namespace litevk::to_onnx
