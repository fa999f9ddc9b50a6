// Queries of shapes for tests.
#pragma once

#include "runtime/opset/shapes/shape_inference.h"

#include <gtest/gtest.h>

#include <deque>
#include <limits>
#include <optional>

#include "runtime/tflite/builtin_params.h"

namespace litevk::ir {

// A node under construction: its inputs and their storage.
class NodeUnderTest {
 public:
  NodeUnderTest& Input(Shape dims, DataType type = DataType::kFloat32) {
    Tensor& tensor = tensors_.emplace_back();
    tensor.type = type;
    tensor.dims = std::move(dims);
    inputs_.push_back(&tensor);
    return *this;
  }
  // Adds a stored int32 operand: a vector, or with these dims.
  NodeUnderTest& Ints(std::vector<int> values, const std::optional<Shape>& dims = std::nullopt) {
    const std::vector<int>& kept = stored_.emplace_back(std::move(values));
    Input(dims.value_or(Shape{static_cast<int>(kept.size())}), DataType::kInt32);
    tensors_.back().constness = Constness::kStored;
    tensors_.back().data = std::as_bytes(std::span(kept));
    return *this;
  }
  NodeUnderTest& Absent() {
    inputs_.push_back(nullptr);
    return *this;
  }
  template <typename T>
  NodeUnderTest& Options(const T& options) {
    params_ = Params(&options, sizeof(options));
    return *this;
  }

  // Returns "1x2x3", or "error: ..." if the function fails.
  std::string Run(ShapeFn infer) const {
    Shape output = {77};
    const Status status = infer({.inputs = inputs_, .params = params_, .outputs = {&output, 1}});
    return status.ok() ? output.ToString() : "error: " + status.message();
  }
  Result<SliceRange> Slice() const {
    Shape output;
    return ResolveStridedSlice({.inputs = inputs_, .params = params_, .outputs = {&output, 1}});
  }

 private:
  std::deque<Tensor> tensors_;
  std::deque<std::vector<int>> stored_;
  std::vector<const Tensor*> inputs_;
  Params params_;
};

}  // namespace litevk::ir
