// Models of one node, written in one line, and the version that their node needs.
#pragma once

#include <utility>
#include <vector>

#include "runtime/opset/needed_version.h"
#include "runtime/tflite/schema/tflite_generated.h"
#include "tests/runtime/model/test_model.h"

namespace litevk::test {

struct Operand {
  Operand(schema::TensorType operand_type, std::vector<int> operand_dims = {})
      : type(operand_type), dims(std::move(operand_dims)) {}

  // Makes the operand quantized, with these scales along `axis`.
  Operand Scaled(std::vector<float> values, int axis = 0) && {
    scales = std::move(values);
    channel_axis = axis;
    return std::move(*this);
  }
  Operand Sparse() && {
    is_sparse = true;
    return std::move(*this);
  }
  Operand Absent() && {
    is_absent = true;
    return std::move(*this);
  }

  schema::TensorType type;
  std::vector<int> dims;
  std::vector<float> scales;
  int channel_axis = 0;
  bool is_sparse = false;
  bool is_absent = false;
};

using Operands = std::vector<Operand>;

inline int AddOperand(TestModel& model, const Operand& operand) {
  if (operand.is_absent) return -1;
  const int id = model.Tensor(operand.dims, operand.type);
  schema::TensorT& tensor = model.tensor(id);
  if (operand.is_sparse) tensor.sparsity = std::make_unique<schema::SparsityParametersT>();
  if (operand.scales.empty()) return id;
  tensor.quantization = std::make_unique<schema::QuantizationParametersT>();
  tensor.quantization->scale = operand.scales;
  tensor.quantization->zero_point.resize(operand.scales.size());
  tensor.quantization->quantized_dimension = operand.channel_axis;
  return id;
}

// Adds the node with new tensors, which become the inputs and outputs of the subgraph.
inline schema::OperatorT& AddNode(TestModel& model, int op_code, const Operands& inputs,
                                  const Operands& outputs, int version = 1) {
  std::vector<int> input_ids;
  for (const Operand& operand : inputs) input_ids.push_back(AddOperand(model, operand));
  for (const int id : input_ids) {
    if (id >= 0) model.subgraph().inputs.push_back(id);
  }
  std::vector<int> output_ids;
  for (const Operand& operand : outputs) output_ids.push_back(AddOperand(model, operand));
  model.SetOutputs(output_ids);
  return model.AddOp(op_code, input_ids, output_ids, version);
}

// Returns the version that the model's only node needs; 0 for an operator that the project does not know.
inline int NeededBy(const TestModel& model, int op_code) {
  const std::vector<std::byte> bytes = model.Bytes();
  const auto& graph = *litevk::schema::GetModel(bytes.data())->subgraphs()->Get(0);
  return NeededVersion(OpSignature(op_code, *graph.operators()->Get(0), graph)).value_or(0);
}

inline int Needed(int op_code, const Operands& inputs, const Operands& outputs) {
  TestModel model;
  AddNode(model, op_code, inputs, outputs);
  return NeededBy(model, op_code);
}

// `options`: the operator's table, such as schema::Conv2DOptionsT.
template <typename OptionsT>
int Needed(int op_code, const Operands& inputs, const Operands& outputs, OptionsT options) {
  TestModel model;
  AddNode(model, op_code, inputs, outputs).builtin_options.Set(std::move(options));
  return NeededBy(model, op_code);
}

// Returns the version that an operator with one input and one output of its type needs.
inline int NeededFor(int op_code, schema::TensorType type) { return Needed(op_code, {type}, {type}); }

}  // namespace litevk::test
