#include "runtime/opset/recurrent/basic_lstm.h"

#include <string>

#include "runtime/opset/recurrent/recurrent.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {

Signature QuantizedBasicLstm() {
  constexpr TypeSet kUInt8 = ir::DataType::kUInt8;
  constexpr TypeSet kInt16 = ir::DataType::kInt16;
  constexpr float kStateScale = 0x1p-11F;
  return {.name = "uint8",
          .inputs = {Unread(kUInt8), Unread(kUInt8), PerTensor(kUInt8), PerTensor(kInt32), Unread(kInt16)},
          .outputs = {Unread(kUInt8), Fixed(kInt16, kStateScale, 0, Scaling::kNearPower), Unread(kUInt8),
                      Unread(kInt16)}};
}

Status InferBasicLstm(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 5));
  LITEVK_RETURN_IF_ERROR(CheckOutputCount(query, kOutputs));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(kInput), 2, "input"));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(kPreviousActivation), 2, "previous activation"));
  const int batch = query.input(kInput)[0];
  const int depth = query.input(kPreviousActivation)[1];
  const ir::Shape state = {batch, depth};
  LITEVK_RETURN_IF_ERROR(CheckOperand(query, kPreviousActivation, true, state, "previous activation"));
  LITEVK_RETURN_IF_ERROR(CheckOperand(query, kPreviousState, true, state, "previous state"));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(kWeights), 2, "weights"));
  const int rows = query.input(kWeights)[0];
  const int columns = query.input(kWeights)[1];
  if (rows != int64_t{kQuarters} * depth || columns != int64_t{depth} + query.input(kInput)[1]) {
    return InvalidArgument("weights have dims " + query.input(kWeights).ToString() + ", expected " +
                           std::to_string(int64_t{kQuarters} * depth) + "x" +
                           std::to_string(int64_t{depth} + query.input(kInput)[1]));
  }
  LITEVK_RETURN_IF_ERROR(CheckOperand(query, kBias, true, {rows}, "bias"));
  for (const ir::Shape& shape : {state, ir::Shape{batch, columns}, ir::Shape{batch, rows}}) {
    LITEVK_RETURN_IF_ERROR(ir::CountElements(shape, "an output").status());
  }
  query.outputs[kActivation] = state;
  query.outputs[kState] = state;
  query.outputs[kJoined] = {batch, columns};
  query.outputs[kSums] = {batch, rows};
  return {};
}

}  // namespace litevk
