// What BIDIRECTIONAL_SEQUENCE_RNN and BIDIRECTIONAL_SEQUENCE_LSTM share: which of their inputs each direction
// reads, and the shapes of their outputs.
#pragma once

#include <string>

#include "runtime/opset/families/recurrent.h"
#include "runtime/opset/shape_check.h"

namespace litevk {

// What the optional auxiliary input is for, as in TFLite: with auxiliary weights, both directions add its
// products; without, the backward direction reads it in place of the input.
struct BidirectionalInputs {
  int backward = 0;  // the input that the backward direction reads
  int aux = -1;      // the input that both add; -1: none
};

constexpr BidirectionalInputs InputsOf(int aux_input, bool has_aux_input, bool has_aux_weights) {
  if (!has_aux_input) return {};
  return has_aux_weights ? BidirectionalInputs{.aux = aux_input} : BidirectionalInputs{.backward = aux_input};
}

// Ok when the auxiliary input, where there is one, has the input's vectors, of any size, and is there where
// it has weights.
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

// One output of both directions' vectors, or one for each.
inline Status SetBidirectionalOutputs(const ir::ShapeQuery& query, bool merge, int forward, int backward) {
  const ir::Shape& input = query.input(0);
  if (merge) return ir::SetOutput(query, {input[0], input[1], int64_t{forward} + backward});
  LITEVK_RETURN_IF_ERROR(ir::SetOutput(query, 0, {input[0], input[1], forward}));
  return ir::SetOutput(query, 1, {input[0], input[1], backward});
}

}  // namespace litevk
