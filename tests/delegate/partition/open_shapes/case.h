// Building blocks of the cases of dims that a model leaves open
// (tests/delegate/partition/open_shapes_test.cc).
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "tests/host/model_builder.h"

namespace litevk::test {

inline constexpr int kSame = abi::kTfLitePaddingSame;
inline constexpr int kValid = abi::kTfLitePaddingValid;
inline constexpr abi::TfLiteAddParams kNoActivation = {.activation = abi::kTfLiteActNone,
                                                       .pot_scale_int16 = false};
inline constexpr abi::TfLiteConvParams kConv = {kSame, 2, 2, 0, 1, 1};
inline constexpr abi::TfLiteTransposeConvParams kTransposeConv = {kSame, 2, 2, 0};
inline constexpr abi::TfLiteReducerParams kKeep = {true};

inline ir::TensorId Zeros(ModelBuilder& model, const ir::Shape& dims) {
  return model.Floats(dims, std::vector<float>(static_cast<size_t>(dims.NumElements())));
}

inline ir::TensorId Scalar(ModelBuilder& model, int value) {
  return model.Constant({}, ir::DataType::kInt32, std::vector<int>{value});
}

inline ir::TensorId Matrix(ModelBuilder& model, const ir::Shape& dims, const std::vector<int>& values) {
  return model.Constant(dims, ir::DataType::kInt32, values);
}

// A node of every operator, supported in the dims that it is built with.
struct Case {
  std::string name;
  std::function<void(ModelBuilder&)> build;
};

inline Case Unary(std::string name, int op_code) {
  return {std::move(name), [=](ModelBuilder& m) { m.Node(op_code, {m.Input({2, 5, 6, 8})}, {1}); }};
}

inline Case Binary(std::string name, int op_code) {
  return {std::move(name), [=](ModelBuilder& m) {
            m.Node(op_code, {m.Input({2, 5, 1, 8}), m.Input({5, 6, 8})}, {1}, kNoActivation);
          }};
}

template <typename Params>
Case WithParams(std::string name, int op_code, Params params) {
  return {std::move(name), [=](ModelBuilder& m) { m.Node(op_code, {m.Input({2, 4, 6, 8})}, {1}, params); }};
}

}  // namespace litevk::test
