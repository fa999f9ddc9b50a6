// The operands of a node whose numbers have a scale that the node computes with. They are floats between a
// DequantizeLinear and a QuantizeLinear (docs/ONNX.md).
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/onnx/op_row.h"
#include "runtime/opset/signature.h"

namespace litevk::to_onnx {

// The types, unpacked, of numbers that QuantizeLinear makes.
inline constexpr TypeSet kNumbers = {ir::DataType::kInt8, ir::DataType::kUInt8, ir::DataType::kInt16};

// Says whether the tensor has a scale that its numbers are multiplied with.
bool IsQuantized(const ir::Tensor& tensor);

// Says whether one of its scales is 0, so that its numbers do not come back from what they mean.
bool HasScaleOfZero(const ir::Tensor& tensor);

// Says whether an input of a node is a bias, in the product of the scales of two others.
bool IsOfProducts(const OpInfo& info, OperandTensors inputs, OperandTensors outputs, size_t index);
// Returns the two inputs in the product of whose scales it is.
std::array<size_t, 2> FactorsOfBias(const OpRow& row, size_t bias);
// Returns the scales of such a bias, one for each of its numbers or one for all.
ir::Quantization ProductScales(const ir::Tensor& left, const ir::Tensor& right);

// Says whether the operator moves numbers unread from one scale into another.
bool MovesIntoAnotherScale(const OpRow& row, OperandTensors inputs, OperandTensors outputs);

class ScaledOperands {
 public:
  // Tensors are those that the row's operator has been found to take.
  ScaledOperands(const OpRow& row, OperandTensors inputs, OperandTensors outputs);

  bool input(size_t index) const { return inputs_[index]; }
  bool output(size_t index) const { return outputs_[index]; }
  // Says whether an input has a scale for each channel where the node has it so, or is a constant that the
  // node does nothing with but make floats of it.
  bool is_weight(size_t index) const { return weights_[index]; }
  bool is_of_products(size_t index) const { return of_products_[index]; }
  bool any() const;
  // Says whether numbers without a scale become numbers with one.
  bool lacks_scales() const { return lacks_scales_; }

 private:
  void FindMoved(const OpRow& row, OperandTensors inputs, OperandTensors outputs);
  void FindStated(const Signature& signature, OperandTensors inputs, OperandTensors outputs);

  std::vector<bool> inputs_;
  std::vector<bool> outputs_;
  std::vector<bool> weights_;
  std::vector<bool> of_products_;
  bool lacks_scales_ = false;
};

// Fails where an opset has no DequantizeLinear of a tensor's numbers or, of a result's, no QuantizeLinear.
Status CheckScaled(const ir::Tensor& tensor, bool is_result, int opset);

}  // namespace litevk::to_onnx
