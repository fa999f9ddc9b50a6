// The operands and options of a node, which decide the version of its operator that it needs.
#pragma once

#include <cstddef>
#include <vector>

#include "runtime/tflite/schema/tflite_generated.h"

namespace litevk {

// The type of an absent operand.
inline constexpr auto kNoType = static_cast<schema::TensorType>(-1);

// A view of a node of a verified model, or of any model whose tensor indices exist. Operands have the
// operator's indices. An operand that is absent or beyond the node's last has no type and no dims.
class OpSignature {
 public:
  OpSignature(int op_code, const schema::Operator& op, const schema::SubGraph& subgraph);

  int op_code() const { return op_code_; }
  size_t input_count() const { return inputs_.size(); }
  // Null if the operand is absent.
  const schema::Tensor* input(size_t index) const { return At(inputs_, index); }
  const schema::Tensor* output(size_t index) const { return At(outputs_, index); }
  schema::TensorType input_type(size_t index) const { return TypeOf(input(index)); }
  schema::TensorType output_type(size_t index) const { return TypeOf(output(index)); }
  // Returns the dims in the model file, in which a dim that is unknown before a run is 1 or -1.
  std::vector<int> input_dims(size_t index) const;
  size_t input_rank(size_t index) const { return input_dims(index).size(); }
  bool Has(schema::TensorType input0, schema::TensorType input1, schema::TensorType output0) const {
    return input_type(0) == input0 && input_type(1) == input1 && output_type(0) == output0;
  }

  // Returns the options table; null if the node has none or another operator's.
  template <typename T>
  const T* options() const {
    return op_->builtin_options_as<T>();
  }

 private:
  using Tensors = std::vector<const schema::Tensor*>;
  static const schema::Tensor* At(const Tensors& tensors, size_t index) {
    return index < tensors.size() ? tensors[index] : nullptr;
  }
  static schema::TensorType TypeOf(const schema::Tensor* tensor) {
    return tensor == nullptr ? kNoType : tensor->type();
  }

  int op_code_;
  const schema::Operator* op_;
  Tensors inputs_;
  Tensors outputs_;
};

// Returns the scales of a tensor; none if it is null or not quantized.
std::vector<float> ScalesOf(const schema::Tensor* tensor);
// Returns the dims of a tensor; none if it is null.
std::vector<int> DimsOf(const schema::Tensor* tensor);
// True if there is a scale for each slice along `axis`.
bool HasScalePerSlice(const schema::Tensor* tensor, size_t axis);

}  // namespace litevk
