// Tensors in the C API and in its C++ classes.
#include "tests/runtime/c_api/c_api_test.h"

#include <gmock/gmock.h>

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "litevk/tflite_c_abi.h"
#include "tests/runtime/interpreter/ops/control_flow_models.h"

namespace litevk::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST_F(CApi, TellsOfTensors) {
  const Owned<LitevkInterpreter> interpreter = Make();
  EXPECT_EQ(LitevkInterpreterGetTensorCount(interpreter.get()), 4);
  EXPECT_EQ(LitevkInterpreterGetInputTensorIndex(interpreter.get(), 0), 0);
  EXPECT_EQ(LitevkInterpreterGetOutputTensorIndex(interpreter.get(), 0), 3);
  EXPECT_EQ(LitevkInterpreterGetOutputTensorIndex(interpreter.get(), 1), -1);
  EXPECT_EQ(LitevkInterpreterGetInputTensor(interpreter.get(), -1), nullptr);
  EXPECT_EQ(LitevkInterpreterGetTensor(interpreter.get(), 4), nullptr);
  LitevkTensor* x = LitevkInterpreterGetTensor(interpreter.get(), 0);
  EXPECT_EQ(x, LitevkInterpreterGetInputTensor(interpreter.get(), 0));
  EXPECT_STREQ(LitevkTensorGetName(x), "x");
  EXPECT_EQ(LitevkTensorGetType(x), kTfLiteFloat32);
  EXPECT_EQ(LitevkTensorGetData(x), nullptr) << "nothing was allocated yet";
  EXPECT_EQ(LitevkTensorGetQuantization(x).count, 0);
}

TEST_F(CApi, PreservesIntermediateTensorsOnRequest) {
  Owned<LitevkInterpreterOptions> options(LitevkInterpreterOptionsCreate());
  LitevkInterpreterOptionsSetPreserveAllTensors(options.get(), true);
  const Owned<LitevkInterpreter> interpreter = Make(options.get());
  ASSERT_EQ(LitevkInterpreterAllocateTensors(interpreter.get()), kLitevkOk);
  EXPECT_THAT(RunOnce(interpreter.get(), {1, 2}), ElementsAre(6, 12));
  const auto* sum =
      static_cast<const float*>(LitevkTensorGetData(LitevkInterpreterGetTensor(interpreter.get(), 1)));
  EXPECT_EQ(sum[0], 2);
  EXPECT_EQ(sum[1], 4);
}

TEST_F(CApi, CopiesOnlyWholeTensors) {
  const Owned<LitevkInterpreter> interpreter = Make();
  LitevkTensor* x = LitevkInterpreterGetInputTensor(interpreter.get(), 0);
  float values[3] = {};
  EXPECT_EQ(LitevkTensorCopyFromBuffer(x, values, 8), kLitevkApplicationError) << "no memory yet";
  ASSERT_EQ(LitevkInterpreterAllocateTensors(interpreter.get()), kLitevkOk);
  EXPECT_EQ(LitevkTensorCopyFromBuffer(x, values, 12), kLitevkApplicationError);
  EXPECT_EQ(LitevkTensorCopyFromBuffer(x, nullptr, 8), kLitevkApplicationError);
  EXPECT_EQ(LitevkTensorCopyToBuffer(x, values, 4), kLitevkApplicationError);
  LitevkTensor* constant = LitevkInterpreterGetTensor(interpreter.get(), 2);
  EXPECT_EQ(LitevkTensorCopyFromBuffer(constant, values, 4), kLitevkApplicationError);
  EXPECT_EQ(LitevkTensorCopyToBuffer(constant, values, 4), kLitevkOk);
  EXPECT_EQ(values[0], 3);
  EXPECT_TRUE(LitevkTensorIsConstant(constant));
  EXPECT_FALSE(LitevkTensorIsConstant(x));
}

TEST_F(CApi, QuantizationIsToldPerTensorAndPerChannel) {
  TestModel model;
  const int x = model.Input({2}, schema::TensorType::INT8);
  const int y = model.Input({2}, schema::TensorType::INT8);
  const auto quantize = [&](int id, std::vector<float> scales, std::vector<int64_t> zero_points) {
    model.tensor(id).quantization = std::make_unique<schema::QuantizationParametersT>();
    model.tensor(id).quantization->scale = std::move(scales);
    model.tensor(id).quantization->zero_point = std::move(zero_points);
  };
  quantize(x, {0.5f}, {3});
  quantize(y, {0.5f, 0.25f}, {0, 1});
  model.SetOutputs({x});
  bytes_ = model.Bytes();
  const Owned<LitevkInterpreter> interpreter = Make();
  ASSERT_NE(interpreter, nullptr) << error_;
  const LitevkTensor* per_tensor = LitevkInterpreterGetTensor(interpreter.get(), x);
  EXPECT_EQ(LitevkTensorGetScale(per_tensor), 0.5f);
  EXPECT_EQ(LitevkTensorGetZeroPoint(per_tensor), 3);
  const LitevkQuantization per_channel =
      LitevkTensorGetQuantization(LitevkInterpreterGetTensor(interpreter.get(), y));
  ASSERT_EQ(per_channel.count, 2);
  EXPECT_EQ(per_channel.scales[1], 0.25f);
  EXPECT_EQ(per_channel.zero_points[1], 1);
  EXPECT_EQ(LitevkTensorGetScale(LitevkInterpreterGetTensor(interpreter.get(), y)), 0);
}

TEST_F(CApi, OpenDimsAndIndicesAreTold) {
  TestModel model;
  const int x = model.Input({1, 3});
  model.tensor(x).shape_signature = {-1, 3};
  const int y = model.Op(abi::kTfLiteBuiltinAdd, {x, x}, {1, 3});
  model.SetOutputs({y});
  bytes_ = model.Bytes();
  const Owned<LitevkInterpreter> interpreter = Make();
  ASSERT_NE(interpreter, nullptr) << error_;
  const LitevkTensor* open = LitevkInterpreterGetTensor(interpreter.get(), x);
  EXPECT_EQ(LitevkTensorGetDim(open, 0), 1);
  EXPECT_EQ(LitevkTensorGetSignatureDim(open, 0), -1);
  EXPECT_EQ(LitevkTensorGetSignatureDim(open, 1), 3);
  const LitevkTensor* closed = LitevkInterpreterGetTensor(interpreter.get(), y);
  EXPECT_EQ(LitevkTensorGetSignatureDim(closed, 0), 1);
  EXPECT_EQ(LitevkTensorGetSignatureDim(closed, 2), -1);
  EXPECT_EQ(LitevkTensorGetIndex(closed), y);
}

TEST_F(CApi, SparsityIsToldInTheFormatsOwnTerms) {
  TestModel model;
  const int x = model.Input({2, 2});
  const int weights = model.Floats({2, 2}, {5, 7});
  auto sparsity = std::make_unique<schema::SparsityParametersT>();
  sparsity->traversal_order = {0, 1};
  for (const bool is_sparse : {false, true}) {
    sparsity->dim_metadata.push_back(std::make_unique<schema::DimensionMetadataT>());
    schema::DimensionMetadataT& dim = *sparsity->dim_metadata.back();
    dim.format = is_sparse ? schema::DimensionType::SPARSE_CSR : schema::DimensionType::DENSE;
    dim.dense_size = is_sparse ? 0 : 2;
    if (!is_sparse) continue;
    schema::Int32VectorT segments;
    segments.values = {0, 1, 2};
    dim.array_segments.Set(std::move(segments));
    schema::Int32VectorT indices;
    indices.values = {1, 0};
    dim.array_indices.Set(std::move(indices));
  }
  model.tensor(weights).sparsity = std::move(sparsity);
  model.SetOutputs({x});
  bytes_ = model.Bytes();
  const Owned<LitevkInterpreter> interpreter = Make();
  ASSERT_NE(interpreter, nullptr) << error_;
  const LitevkTensor* tensor = LitevkInterpreterGetTensor(interpreter.get(), weights);
  const LitevkSparsity told = LitevkTensorGetSparsity(tensor);
  EXPECT_THAT(std::vector(told.traversal_order, told.traversal_order + told.traversal_order_count),
              ElementsAre(0, 1));
  EXPECT_EQ(told.block_map_count, 0);
  ASSERT_EQ(told.dim_count, 2);
  LitevkSparseDim dim = {};
  ASSERT_EQ(LitevkTensorGetSparseDim(tensor, 0, &dim), kLitevkOk);
  EXPECT_FALSE(dim.is_sparse);
  EXPECT_EQ(dim.dense_size, 2);
  ASSERT_EQ(LitevkTensorGetSparseDim(tensor, 1, &dim), kLitevkOk);
  EXPECT_TRUE(dim.is_sparse);
  EXPECT_THAT(std::vector(dim.segments, dim.segments + dim.segment_count), ElementsAre(0, 1, 2));
  EXPECT_THAT(std::vector(dim.indices, dim.indices + dim.index_count), ElementsAre(1, 0));
  EXPECT_EQ(LitevkTensorGetSparseDim(tensor, 2, &dim), kLitevkApplicationError);
  EXPECT_EQ(LitevkTensorGetSparsity(LitevkInterpreterGetTensor(interpreter.get(), x)).dim_count, 0);
}

TEST_F(CApi, EverySubgraphHasItsTensors) {
  TestModel model;
  const int x = model.Input({2});
  const int y = model.Tensor({2});
  AddCall(model, {x}, {y}, 1);
  model.SetOutputs({y});
  model.AddSubgraph("called");
  model.SetOutputs({model.Input({2})});
  bytes_ = model.Bytes();
  const Owned<LitevkInterpreter> interpreter = Make();
  ASSERT_NE(interpreter, nullptr) << error_;
  EXPECT_EQ(LitevkInterpreterGetSubgraphCount(interpreter.get()), 2);
  EXPECT_EQ(LitevkInterpreterGetSubgraphTensorCount(interpreter.get(), 0), 2);
  EXPECT_EQ(LitevkInterpreterGetSubgraphTensorCount(interpreter.get(), 1), 1);
  EXPECT_EQ(LitevkInterpreterGetSubgraphTensorCount(interpreter.get(), 2), 0);
  EXPECT_NE(LitevkInterpreterGetSubgraphTensor(interpreter.get(), 1, 0), nullptr);
  EXPECT_EQ(LitevkInterpreterGetSubgraphTensor(interpreter.get(), 1, 1), nullptr);
  EXPECT_EQ(LitevkInterpreterGetSubgraphTensor(interpreter.get(), -1, 0), nullptr);
  EXPECT_EQ(LitevkInterpreterGetSubgraphTensor(interpreter.get(), 0, 0),
            LitevkInterpreterGetTensor(interpreter.get(), 0));
}

// A model that returns its strings unchanged.
TestModel StringModel() {
  TestModel model;
  const int x = model.Input({2}, kString);
  const int y = model.Tensor({2}, kString);
  AddCall(model, {x}, {y}, 1);
  model.SetOutputs({y});
  model.AddSubgraph("called");
  model.SetOutputs({model.Input({2}, kString)});
  return model;
}

TEST_F(CApi, StringsGoInAndOut) {
  bytes_ = StringModel().Bytes();
  const Owned<LitevkInterpreter> interpreter = Make();
  ASSERT_NE(interpreter, nullptr) << error_;
  ASSERT_EQ(LitevkInterpreterAllocateTensors(interpreter.get()), kLitevkOk);
  LitevkTensor* x = LitevkInterpreterGetInputTensor(interpreter.get(), 0);
  const char* texts[] = {"first", "second one"};
  EXPECT_EQ(LitevkTensorSetStrings(x, texts, nullptr, 1), kLitevkApplicationError) << "it has two elements";
  ASSERT_EQ(LitevkTensorSetStrings(x, texts, nullptr, 2), kLitevkOk);
  ASSERT_EQ(LitevkInterpreterInvoke(interpreter.get()), kLitevkOk);
  const LitevkTensor* y = LitevkInterpreterGetOutputTensor(interpreter.get(), 0);
  EXPECT_EQ(LitevkTensorGetStringCount(y), 2);
  size_t length = 0;
  const char* text = LitevkTensorGetString(y, 1, &length);
  ASSERT_NE(text, nullptr);
  EXPECT_EQ(std::string(text, length), "second one");
  EXPECT_EQ(LitevkTensorGetString(y, 2, &length), nullptr);

  std::vector<char> packed(LitevkTensorGetByteSize(y));
  ASSERT_EQ(LitevkTensorCopyToBuffer(y, packed.data(), packed.size()), kLitevkOk);
  ASSERT_EQ(LitevkTensorCopyFromBuffer(x, packed.data(), packed.size()), kLitevkOk);
  packed[4] = 100;  // the first offset
  EXPECT_EQ(LitevkTensorCopyFromBuffer(x, packed.data(), packed.size()), kLitevkApplicationError);
  ASSERT_EQ(LitevkInterpreterInvoke(interpreter.get()), kLitevkOk);
  text = LitevkTensorGetString(y, 0, &length);
  EXPECT_EQ(std::string(text, length), "first");
}

TEST_F(CApi, EmptyStringsHaveALength) {
  bytes_ = StringModel().Bytes();
  const Owned<LitevkInterpreter> interpreter = Make();
  ASSERT_EQ(LitevkInterpreterAllocateTensors(interpreter.get()), kLitevkOk);
  const char* texts[] = {"", "a\0b"};
  const size_t lengths[] = {0, 3};
  LitevkTensor* x = LitevkInterpreterGetInputTensor(interpreter.get(), 0);
  ASSERT_EQ(LitevkTensorSetStrings(x, texts, lengths, 2), kLitevkOk);
  size_t length = 1;
  ASSERT_NE(LitevkTensorGetString(x, 0, &length), nullptr);
  EXPECT_EQ(length, 0u);
  const char* text = LitevkTensorGetString(x, 1, &length);
  EXPECT_EQ(std::string(text, length), std::string("a\0b", 3));
}

TEST_F(CApi, TheCppClassesOwnTheirObjects) {
  std::string error;
  EXPECT_FALSE(runtime::Model::FromFile("/no/such/file", &error));
  EXPECT_THAT(error, HasSubstr("/no/such/file"));
  std::optional<runtime::Interpreter> interpreter;
  {
    const auto model = runtime::Model::FromBuffer(bytes_, &error);
    ASSERT_TRUE(model) << error;
    EXPECT_EQ(model->metadata("note")->size(), 4u);
    interpreter = runtime::Interpreter::Create(*model, runtime::Options().SetEnableProfiling(true), &error);
  }
  ASSERT_TRUE(interpreter) << error;
  const int dims[] = {3};
  ASSERT_EQ(interpreter->ResizeInput(0, dims), kLitevkOk);
  ASSERT_EQ(interpreter->AllocateTensors(), kLitevkOk) << interpreter->error();
  EXPECT_THAT(interpreter->output(0).dims(), ElementsAre(3));
  const std::vector<float> values = {1, 2, 3};
  ASSERT_EQ(interpreter->input(0).CopyFrom(std::span(values)), kLitevkOk);
  ASSERT_EQ(interpreter->Invoke(), kLitevkOk);
  const std::span<const float> output = interpreter->output(0).data<float>();
  EXPECT_THAT(std::vector(output.begin(), output.end()), ElementsAre(6, 12, 18));
  ASSERT_EQ(interpreter->nodes().size(), 2u);
  EXPECT_EQ(interpreter->nodes()[0].profiled_runs, 1);
  EXPECT_FALSE(interpreter->input(1));
}

TEST_F(CApi, TheCppTensorsTakeStrings) {
  bytes_ = StringModel().Bytes();
  const auto model = runtime::Model::FromBuffer(bytes_);
  auto interpreter = runtime::Interpreter::Create(*model);
  ASSERT_EQ(interpreter->AllocateTensors(), kLitevkOk);
  const std::vector<std::string> texts = {"x", ""};
  ASSERT_EQ(interpreter->input(0).SetStrings(texts), kLitevkOk);
  ASSERT_EQ(interpreter->Invoke(), kLitevkOk);
  EXPECT_THAT(interpreter->output(0).strings(), ElementsAre("x", ""));
}

}  // namespace
}  // namespace litevk::test
