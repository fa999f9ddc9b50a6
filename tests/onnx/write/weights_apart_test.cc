// A constant that one node reads as weights and another one as a value. Runtimes expect int8 weights, and
// uint8 values.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "onnx.pb.h"
#include "onnx/convert/convert.h"
#include "tests/runtime/model/test_model.h"

namespace litevk::to_onnx {
namespace {

using ::onnx::TensorProto;

constexpr auto kInt8 = test::schema::TensorType::INT8;
const std::vector<int> kDims = {4, 4};

int Scaled(test::TestModel& model, int id) {
  auto quantization = std::make_unique<test::schema::QuantizationParametersT>();
  quantization->scale = {0.5F};
  quantization->zero_point = {0};
  model.tensor(id).quantization = std::move(quantization);
  return id;
}

// Returns the types of the constants that nodes dequantize.
std::vector<int> TypesOfConstants(const ::onnx::GraphProto& graph) {
  std::vector<int> types;
  for (const ::onnx::NodeProto& node : graph.node()) {
    if (node.op_type() != "DequantizeLinear") continue;
    for (const TensorProto& constant : graph.initializer()) {
      if (constant.name() == node.input(0)) types.push_back(constant.data_type());
    }
  }
  return types;
}

TEST(WeightsApart, AreOfTheirOwnType) {
  test::TestModel model;
  const int x = Scaled(model, model.Input(kDims, kInt8));
  const int weights = Scaled(model, model.Constant(kDims, kInt8, std::vector<int8_t>(16, 3)));
  const int product = Scaled(model, model.Tensor(kDims, kInt8));
  const int sum = Scaled(model, model.Tensor(kDims, kInt8));
  model.AddOp(abi::kTfLiteBuiltinFullyConnected, {x, weights, -1}, {product});
  model.AddOp(abi::kTfLiteBuiltinAdd, {x, weights}, {sum});
  model.SetOutputs({product, sum});
  const auto loaded = model.Load();
  ASSERT_TRUE(loaded.ok()) << loaded.status().message();
  auto conversion = Conversion::Run(**loaded, {});
  ASSERT_TRUE(conversion.ok()) << conversion.status().message();
  const std::string path = ::testing::TempDir() + "/weights_apart_test.onnx";
  ASSERT_TRUE(conversion->Write(path).ok());
  ::onnx::ModelProto written;
  std::ifstream file(path, std::ios::binary);
  ASSERT_TRUE(written.ParseFromIstream(&file));
  std::filesystem::remove(path);
  EXPECT_THAT(TypesOfConstants(written.graph()),
              testing::UnorderedElementsAre(TensorProto::INT8, TensorProto::UINT8));
}

}  // namespace
}  // namespace litevk::to_onnx
