// Operators that work along rows or axes, for tests/delegate/partition/open_shapes_test.cc.
#pragma once

#include <vector>

#include "runtime/tflite/builtin_ops.h"
#include "tests/delegate/partition/open_shapes/case.h"

namespace litevk::test {

inline std::vector<Case> Rows() {
  return {Unary("log_softmax", abi::kTfLiteBuiltinLogSoftmax),
          WithParams("l2_normalization", abi::kTfLiteBuiltinL2Normalization, abi::TfLiteL2NormParams()),
          WithParams("local_response_normalization", abi::kTfLiteBuiltinLocalResponseNormalization,
                     abi::TfLiteLocalResponseNormParams{.radius = 2, .bias = 1, .alpha = 1, .beta = 0.5F}),
          {"cumsum",
           [](ModelBuilder& m) {
             m.Node(abi::kTfLiteBuiltinCumsum, {m.Input({2, 3, 4}), Scalar(m, 1)}, {1},
                    abi::TfLiteCumsumParams());
           }},
          {"batch_matmul",
           [](ModelBuilder& m) {
             m.Node(abi::kTfLiteBuiltinBatchMatmul, {m.Input({2, 1, 3, 4}), m.Input({3, 5, 4})}, {1},
                    abi::TfLiteBatchMatMulParams{.adj_y = true});
           }},
          {"fully_connected with weights of a run",
           [](ModelBuilder& m) {
             m.Node(abi::kTfLiteBuiltinFullyConnected, {m.Input({3, 4}), m.Input({5, 4}), m.Input({5})}, {1},
                    abi::TfLiteFullyConnectedParams{});
           }},
          {"embedding_lookup", [](ModelBuilder& m) {
             m.Node(abi::kTfLiteBuiltinEmbeddingLookup, {m.Input({3}, ir::DataType::kInt32), m.Input({4, 5})},
                    {1});
           }}};
}

// Returns a case with a real number for each complex one.
inline Case OfComplex(std::string name, int op_code) {
  return {std::move(name), [=](ModelBuilder& m) {
            m.Node(op_code, {m.Input({2, 3, 5}, ir::DataType::kComplex64)}, {1});
          }};
}

inline std::vector<Case> Spectra() {
  return {{"rfft2d",
           [](ModelBuilder& m) {
             const ir::TensorId result =
                 m.Node(abi::kTfLiteBuiltinRfft2d, {m.Input({2, 3, 7}), m.Ints({2, 8})}, {1});
             m.tensor(result).type = ir::DataType::kComplex64;
           }},
          OfComplex("complex_abs", abi::kTfLiteBuiltinComplexAbs),
          OfComplex("real", abi::kTfLiteBuiltinReal),
          OfComplex("imag", abi::kTfLiteBuiltinImag)};
}

// Returns a reduction over one axis, which the model stores as a vector.
inline Case Reduced(std::string name, int op_code, ir::DataType type) {
  return {std::move(name), [=](ModelBuilder& m) {
            const ir::TensorId result = m.Node(op_code, {m.Input({2, 3, 4}, type), m.Ints({1})}, {1}, kKeep);
            m.tensor(result).type = type;
          }};
}

// Returns a case of indices along an axis, which the model stores as a scalar.
inline Case Placed(std::string name, int op_code) {
  return {std::move(name), [=](ModelBuilder& m) {
            const ir::TensorId result =
                m.Node(op_code, {m.Input({2, 3, 4}), Scalar(m, 1)}, {1}, abi::TfLiteArgMinMaxParams());
            m.tensor(result).type = ir::DataType::kInt64;
          }};
}

inline std::vector<Case> Reductions() {
  using enum ir::DataType;
  return {Reduced("reduce_max", abi::kTfLiteBuiltinReduceMax, kFloat32),
          Reduced("reduce_min", abi::kTfLiteBuiltinReduceMin, kInt32),
          Reduced("reduce_prod", abi::kTfLiteBuiltinReduceProd, kInt64),
          Reduced("reduce_all", abi::kTfLiteBuiltinReduceAll, kBool),
          Reduced("reduce_any", abi::kTfLiteBuiltinReduceAny, kBool),
          Placed("arg_max", abi::kTfLiteBuiltinArgMax),
          Placed("arg_min", abi::kTfLiteBuiltinArgMin)};
}

}  // namespace litevk::test
