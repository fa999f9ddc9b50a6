#include "tools/versions/model_versions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/opset/op_versions.h"
#include "runtime/tflite/builtin_names.h"
#include "runtime/tflite/builtin_ops.h"
#include "tests/runtime/opset/node_model.h"

namespace litevk::test {
namespace {

using enum schema::TensorType;
using testing::HasSubstr;

ModelVersions Examine(TestModel& file) {
  const auto model = file.Load();
  EXPECT_TRUE(model.ok()) << model.status().message();
  if (!model.ok()) return {};
  auto versions = ExamineModel(**model);
  EXPECT_TRUE(versions.ok()) << versions.status().message();
  return versions.ok() ? std::move(*versions) : ModelVersions();
}

TestModel Add(schema::TensorType type, int version) {
  TestModel model;
  const Operand operand = {type, {1, 2, 3, 4}};
  AddNode(model, abi::kTfLiteBuiltinAdd, {operand, operand}, {operand}, version)
      .builtin_options.Set(schema::AddOptionsT());
  return model;
}

TEST(ModelVersions, OfANodeThatEveryoneRuns) {
  TestModel file = Add(FLOAT32, 2);
  file.AddMetadata("min_runtime_version", "1.14.0");
  const ModelVersions versions = Examine(file);
  ASSERT_EQ(versions.nodes.size(), 1U);
  const NodeVersions& node = versions.nodes[0];
  EXPECT_EQ(node.op, "ADD");
  EXPECT_EQ(node.stated, 2);
  EXPECT_EQ(node.needed, 1);
  EXPECT_EQ(node.runtime_of_stated, "1.14.0");
  EXPECT_EQ(node.runtime_of_needed, "1.5.0");
  EXPECT_EQ(node.kernel_refusal, "");
  EXPECT_TRUE(node.delegate.supported()) << node.delegate.reason;
  EXPECT_TRUE(versions.RunsOnOurKernels());
  EXPECT_EQ(versions.stated_runtime, "1.14.0");
  EXPECT_EQ(versions.runtime_of_stated, "1.14.0");
  EXPECT_EQ(versions.runtime_of_needed, "1.5.0");
}

TEST(ModelVersions, OfAVersionThatIsTooNew) {
  const int last = LastVersion(abi::kTfLiteBuiltinAdd);
  TestModel file = Add(FLOAT32, last + 1);
  const ModelVersions versions = Examine(file);
  const NodeVersions& node = versions.nodes.at(0);
  EXPECT_EQ(node.runtime_of_stated, kRuntimeNever);
  EXPECT_EQ(node.kernel_refusal,
            "version " + std::to_string(last + 1) + " is not one of 1 to " + std::to_string(last));
  EXPECT_EQ(node.delegate.code, ReasonCode::kVersionUnreviewed);
  EXPECT_FALSE(versions.RunsOnOurKernels());
  EXPECT_EQ(versions.runtime_of_stated, kRuntimeNever);
  EXPECT_EQ(versions.runtime_of_needed, "1.5.0");
}

TEST(ModelVersions, OfATypeThatNobodyRuns) {
  TestModel file = Add(COMPLEX64, 1);
  const ModelVersions versions = Examine(file);
  EXPECT_THAT(versions.nodes.at(0).kernel_refusal,
              HasSubstr("types are complex64, complex64 -> complex64, expected"));
  EXPECT_THAT(versions.nodes.at(0).delegate.reason, HasSubstr("types are complex64, complex64 -> "));
  EXPECT_EQ(versions.nodes.at(0).delegate.code, ReasonCode::kType);
  EXPECT_FALSE(versions.RunsOnOurKernels());
}

// A file may state a lower version than its nodes need: old converters wrote version 2 of DEQUANTIZE for
// float16.
TEST(ModelVersions, OfANodeThatStatesTooLittle) {
  TestModel file;
  AddNode(file, abi::kTfLiteBuiltinDequantize, {{FLOAT16, {4}}}, {{FLOAT32, {4}}}, 2);
  const ModelVersions versions = Examine(file);
  EXPECT_EQ(versions.nodes.at(0).needed, 3);
  EXPECT_TRUE(versions.RunsOnOurKernels());
  EXPECT_EQ(versions.runtime_of_stated, "1.14.0");
  EXPECT_EQ(versions.runtime_of_needed, "1.15.0");
}

TEST(ModelVersions, OfOperatorsWithoutKernels) {
  TestModel unknown;
  AddNode(unknown, abi::BuiltinCode("STABLEHLO_SORT"), {{FLOAT32, {2}}}, {{FLOAT32, {2}}});
  const ModelVersions versions = Examine(unknown);
  EXPECT_EQ(versions.nodes.at(0).op, "STABLEHLO_SORT");
  EXPECT_EQ(versions.nodes.at(0).needed, std::nullopt);
  EXPECT_EQ(versions.nodes.at(0).runtime_of_needed, kRuntimeUnknown);
  EXPECT_EQ(versions.nodes.at(0).kernel_refusal, "the operator has no kernel");
  EXPECT_EQ(versions.nodes.at(0).delegate.code, ReasonCode::kOpNotListed);
  EXPECT_EQ(versions.runtime_of_needed, "");
  TestModel custom;
  const int input = custom.Input({2});
  const int output = custom.Tensor({2});
  custom.AddCustomOp("Mine", {input}, {output});
  custom.SetOutputs({output});
  const NodeVersions node = Examine(custom).nodes.at(0);
  EXPECT_EQ(node.op, "Mine");
  EXPECT_THAT(node.kernel_refusal, HasSubstr("custom"));
}

TEST(ModelVersions, OfTheInterpretersOwnOperators) {
  schema::VarHandleOptionsT options;
  options.shared_name = "state";
  TestModel file;
  AddNode(file, abi::kTfLiteBuiltinVarHandle, {}, {{RESOURCE}}).builtin_options.Set(options);
  const NodeVersions node = Examine(file).nodes.at(0);
  EXPECT_EQ(node.kernel_refusal, "");
  EXPECT_EQ(node.runtime_of_needed, "2.6.0");
  EXPECT_EQ(node.delegate.code, ReasonCode::kOpNotListed);
}

TEST(ModelVersions, OfTheBodyOfControlFlow) {
  TestModel file;
  schema::CallOnceOptionsT options;
  options.init_subgraph_index = 1;
  AddNode(file, abi::kTfLiteBuiltinCallOnce, {}, {}).builtin_options.Set(options);
  file.AddSubgraph("body");
  AddNode(file, abi::kTfLiteBuiltinRelu, {{FLOAT32, {2}}}, {{FLOAT32, {2}}});
  const ModelVersions versions = Examine(file);
  ASSERT_EQ(versions.nodes.size(), 2U);
  EXPECT_TRUE(versions.nodes[1].delegate.supported());
}

// The delegate claims no node of a body whose nodes the caller reads instead of running them.
TEST(ModelVersions, OfABodyWhoseNodesAreRead) {
  TestModel file;
  schema::StablehloScatterOptionsT options;
  options.update_computation_subgraph_index = 1;
  AddNode(file, abi::kTfLiteBuiltinStablehloScatter, {}, {}).builtin_options_2.Set(options);
  file.AddSubgraph("body");
  AddNode(file, abi::kTfLiteBuiltinRelu, {{FLOAT32, {2}}}, {{FLOAT32, {2}}});
  const ModelVersions versions = Examine(file);
  ASSERT_EQ(versions.nodes.size(), 2U);
  EXPECT_EQ(versions.nodes[1].subgraph, 1);
  EXPECT_EQ(versions.nodes[1].index, 0);
  EXPECT_EQ(versions.nodes[1].delegate.code, ReasonCode::kReadByCaller);
}

}  // namespace
}  // namespace litevk::test
