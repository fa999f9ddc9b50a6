// Calls of kernels without an interpreter, for tests.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <deque>
#include <limits>
#include <numeric>
#include <set>
#include <string_view>

#include "delegate/kernel/op_spec.h"
#include "runtime/opset/run_node.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::ref {

using Floats = std::vector<float>;

template <typename T>
inline constexpr ir::DataType kTypeOf = ir::DataType::kFloat32;

template <>
inline constexpr ir::DataType kTypeOf<int> = ir::DataType::kInt32;

template <>
inline constexpr ir::DataType kTypeOf<int8_t> = ir::DataType::kInt8;

template <>
inline constexpr ir::DataType kTypeOf<uint16_t> = ir::DataType::kFloat16;

// An element of a bool tensor, which a caller may fill with any byte.
struct AnyByte {
  uint8_t byte = 0;
};

template <>
inline constexpr ir::DataType kTypeOf<AnyByte> = ir::DataType::kBool;

// A node with its values; the output shape is inferred by the function of the op table.
class Node {
 public:
  explicit Node(int op_code) : op_code_(op_code) {}

  template <typename T>
  Node& Input(ir::Shape dims, const std::vector<T>& values) {
    const auto bytes = std::as_bytes(std::span(values));
    const auto& kept = storage_.emplace_back(bytes.begin(), bytes.end());
    ir::Tensor& tensor = tensors_.emplace_back();
    tensor.type = kTypeOf<T>;
    tensor.dims = std::move(dims);
    tensor.constness = ir::Constness::kStored;
    tensor.data = kept;
    views_.push_back({&tensor, kept});
    return *this;
  }
  Node& Absent() {
    views_.emplace_back();
    return *this;
  }
  Node& Sparse(const abi::TfLiteSparsity& sparsity) {
    tensors_.back().sparsity = &sparsity;
    return *this;
  }
  template <typename T>
  Node& Options(const T& options) {
    params_ = ir::Params(&options, sizeof(options));
    return *this;
  }

  template <typename T = float>
  Result<std::vector<T>> Run() {
    return RunWith<T>([this](const PreparedNode&, const KernelArgs& args) {
      return RunKernel(*FindKernel(op_code_), args);
    });
  }
  // Returns the output that `compute` writes, given a PreparedNode and its KernelArgs.
  template <typename T = float, typename Compute>
  Result<std::vector<T>> RunWith(const Compute& compute) {
    std::vector<const ir::Tensor*> inputs;
    for (const ConstView& view : views_) inputs.push_back(view.tensor);
    ir::Tensor output;
    output.type = kTypeOf<T>;
    LITEVK_RETURN_IF_ERROR(InferShapes(*FindOpInfo(op_code_), {.inputs = inputs,
                                                               .params = params_,
                                                               .outputs = {&output.dims, 1},
                                                               .output_types = {&output.type, 1}}));
    std::vector<T> values(static_cast<size_t>(output.dims.NumElements()), T{77});
    const MutableView view = {&output, std::as_writable_bytes(std::span(values))};
    const ir::Tensor* const outputs = &output;
    LITEVK_RETURN_IF_ERROR(compute({params_, inputs, {&outputs, 1}}, {params_, views_, {&view, 1}, {}}));
    return values;
  }
  // Returns the values. If the node does not run, records a failure and returns none.
  template <typename T = float>
  std::vector<T> Values() {
    Result<std::vector<T>> result = Run<T>();
    EXPECT_TRUE(result.ok()) << result.status().message();
    return result.ok() ? std::move(*result) : std::vector<T>();
  }

 private:
  int op_code_;
  std::deque<std::vector<std::byte>> storage_;
  std::deque<ir::Tensor> tensors_;
  std::vector<ConstView> views_;
  ir::Params params_;
};

}  // namespace litevk::ref
