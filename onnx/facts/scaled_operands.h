// The quantized operands with whose scale a node computes. They are floats between a DequantizeLinear and a
// QuantizeLinear (docs/ONNX.md).
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "onnx/facts/op_row.h"
#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/opset/signature.h"

namespace litevk::to_onnx {

// The unpacked types that QuantizeLinear returns.
inline constexpr TypeSet kIntegers = {ir::DataType::kInt8, ir::DataType::kUInt8, ir::DataType::kInt16};

// True if the tensor has a scale by which its integers are multiplied.
bool IsQuantized(const ir::Tensor& tensor);

// True if one of the scales is 0, so that quantizing does not undo dequantizing.
bool HasScaleOfZero(const ir::Tensor& tensor);

// True if an input of a node is a bias, with the product of the scales of two other inputs.
bool IsOfProducts(const OpInfo& info, OperandTensors inputs, OperandTensors outputs, size_t index);
// Returns the two inputs whose scales' product is the bias' scale.
std::array<size_t, 2> ScaleInputsOfBias(const OpRow& row, size_t bias);
// Returns the scales of such a bias, one for each element or one for all.
ir::Quantization ProductScales(const ir::Tensor& left, const ir::Tensor& right);

// True if the operator moves quantized values unchanged from one scale to another.
bool MovesIntoAnotherScale(const OpRow& row, OperandTensors inputs, OperandTensors outputs);

class ScaledOperands {
 public:
  // The tensors must match the signatures of the row's operator.
  ScaledOperands(const OpRow& row, OperandTensors inputs, OperandTensors outputs);

  bool input(size_t index) const { return inputs_[index]; }
  bool output(size_t index) const { return outputs_[index]; }
  // True if the node's input has a scale for each channel, or is a constant that the node only dequantizes.
  bool is_weight(size_t index) const { return weights_[index]; }
  bool is_of_products(size_t index) const { return of_products_[index]; }
  bool any() const;
  // True if the node computes quantized results from inputs without a scale.
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

// Fails if an opset has no DequantizeLinear for a tensor or, for a result, no QuantizeLinear.
Status CheckScaled(const ir::Tensor& tensor, bool is_result, int opset);

}  // namespace litevk::to_onnx
