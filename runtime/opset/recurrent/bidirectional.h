// Functions that BIDIRECTIONAL_SEQUENCE_RNN and BIDIRECTIONAL_SEQUENCE_LSTM share. They say which inputs each
// direction reads, and infer the shapes of the outputs.
#pragma once

#include <string>

#include "runtime/opset/recurrent/recurrent.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {

// The use of the optional auxiliary input, as in TFLite. With auxiliary weights, both directions add its
// products. Without them, the backward direction reads it in place of the input.
struct BidirectionalInputs {
  int backward = 0;  // the input that the backward direction reads
  int aux = -1;      // the input that both directions add; -1: none
};

constexpr BidirectionalInputs InputsOf(int aux_input, bool has_aux_input, bool has_aux_weights) {
  if (!has_aux_input) return {};
  return has_aux_weights ? BidirectionalInputs{.aux = aux_input} : BidirectionalInputs{.backward = aux_input};
}

// Ok if an auxiliary input has as many vectors as the input, of any size. It must be present if it has
// weights.
inline Status CheckAuxInput(const ir::ShapeQuery& query, int aux_input, bool has_aux_weights) {
  const ir::Tensor* aux = ir::OptionalInput(query, aux_input);
  if (aux == nullptr && !has_aux_weights) return {};
  if (aux == nullptr) return InvalidArgument("the auxiliary input is missing, but has weights");
  const ir::Shape& input = query.input(0);
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(aux->dims, 3, "auxiliary input"));
  if (ir::MayEqual(aux->dims[0], input[0]) && ir::MayEqual(aux->dims[1], input[1])) return {};
  return InvalidArgument("the auxiliary input has dims " + aux->dims.ToString() + ", expected " +
                         std::to_string(input[0]) + "x" + std::to_string(input[1]) + " vectors as the input");
}

// Sets one output with the vectors of both directions, or one output for each direction.
inline Status SetBidirectionalOutputs(const ir::ShapeQuery& query, bool merge, int forward, int backward) {
  const ir::Shape& input = query.input(0);
  if (merge) return ir::SetOutput(query, {input[0], input[1], int64_t{forward} + backward});
  LITEVK_RETURN_IF_ERROR(ir::SetOutput(query, 0, {input[0], input[1], forward}));
  return ir::SetOutput(query, 1, {input[0], input[1], backward});
}

}  // namespace litevk
