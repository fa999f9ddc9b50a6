#include "runtime/opset/recurrent/lstm_signatures.h"

#include <vector>

namespace litevk {
namespace {

// Types of the operands of one cell, in the order in which the operators list them.
struct CellTypes {
  OperandType weights;
  OperandType cell_weights;
  OperandType bias;
};

// Weights have one scale, and a zero point that no kernel reads.
constexpr OperandType Weights(TypeSet types) { return WithAnyZeroPoint(Symmetric(types)); }
constexpr CellTypes Hybrid(TypeSet weights) { return {Weights(weights), Weights(weights), kFloat32}; }
constexpr CellTypes kInteger = {Weights(kInt8), Weights(ir::DataType::kInt16), OfProducts(kInt32)};

void Append(std::vector<OperandType>& inputs, size_t count, const OperandType& type) {
  inputs.insert(inputs.end(), count, type);
}

// Appends the weights of four gates, the cell state's weights, four biases, and the projection with its bias.
void AppendCell(std::vector<OperandType>& inputs, const CellTypes& types) {
  Append(inputs, 8, types.weights);
  Append(inputs, 3, types.cell_weights);
  Append(inputs, 4, types.bias);
  Append(inputs, 1, types.weights);
  Append(inputs, 1, types.bias);
}

}  // namespace

Signature DynamicInt8Lstm(std::string_view name, TypeSet weights) {
  std::vector<OperandType> inputs = {kFloat32};
  AppendCell(inputs, Hybrid(weights));
  Append(inputs, 2, kFloat32);  // the states
  Append(inputs, 4, kFloat32);  // the coefficients of the norms
  return {.name = name,
          .inputs = inputs,
          .outputs = {kFloat32},
          .required_inputs = 1,
          .numeric_class = NumericClass{NumericKind::kTranscendental}};
}

Signature Int16GatesLstm() {
  std::vector<OperandType> inputs = {PerTensor(kInt8)};
  AppendCell(inputs, kInteger);
  Append(inputs, 1, PerTensor(kInt8));                 // the output state
  Append(inputs, 5, Symmetric(ir::DataType::kInt16));  // the cell state and the coefficients of the norms
  return {.name = "int8", .inputs = inputs, .outputs = {PerTensor(kInt8)}, .required_inputs = 1};
}

Signature DynamicInt8BidirectionalLstm(std::string_view name, TypeSet weights) {
  std::vector<OperandType> inputs = {kFloat32};
  AppendCell(inputs, Hybrid(weights));
  AppendCell(inputs, Hybrid(weights));
  Append(inputs, 4, kFloat32);  // the states
  Append(inputs, 1, kFloat32);  // the auxiliary input
  Append(inputs, 8, Weights(weights));
  return {.name = name,
          .inputs = inputs,
          .outputs = {kFloat32},
          .required_inputs = 1,
          .variadic_outputs = true,
          .numeric_class = NumericClass{NumericKind::kTranscendental}};
}

}  // namespace litevk
