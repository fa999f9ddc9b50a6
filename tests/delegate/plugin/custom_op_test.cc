// Operators of a user's own, with SPIR-V of their own, from a model to the results.
#include "delegate/lower/make_custom_op.h"

#include <dlfcn.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "delegate/engine/gpu_op_library.h"
#include "delegate/include/litevk/litevk_gpu_op.h"
#include "tests/delegate/plugin/custom_op_fixture.h"
#include "tests/delegate/plugin/delegate_fixture.h"
#include "tests/gpu_ops/modules.h"

namespace litevk::test {
namespace {

using testing::HasSubstr;

// Computes x + b, scaled, times x.
TEST_F(CustomOpTest, RunsAmongOurOperatorsAndIsFusedWithNone) {
  Add(Op("Scale", kScaleModule));
  const ir::Shape dims = {2, 3, 5};
  ModelBuilder model;
  const int x = model.Input(dims);
  const int sum =
      model.Node(abi::kTfLiteBuiltinAdd, {x, model.Floats({5}, SomeValues(5, 3))}, dims, kNoActivation);
  const int scaled = Custom(model, "Scale", {sum}, dims);
  model.SetOutputs({model.Node(abi::kTfLiteBuiltinMul, {scaled, x}, dims, kNoActivation)});
  const auto interpreter = Apply(model);
  EXPECT_EQ(interpreter->subgraph().DelegateNodes(), 1);
  for (const int seed : {1, 2}) {
    const std::vector<float> found = Run(*interpreter, seed)[0];
    const std::vector<float> input = SomeValues(30, seed);
    const std::vector<float> addend = SomeValues(5, 3);
    for (size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(found[i], (input[i] + addend[i % 5]) * 1.5F * input[i]) << i;
    }
  }
  const nlohmann::json program = Report()["programs"][0];
  EXPECT_EQ(program["dispatches"], 3);
  EXPECT_EQ(program["barriers"], 2);
  EXPECT_EQ(program["shaders"]["Scale"], 1);
}

TEST_F(CustomOpTest, IsNotLeftOutForItsEstimate) {
  Add(Op("Dear", kScaleModule));
  for (const bool is_custom : {false, true}) {
    ModelBuilder model;
    const int on_cpu = model.Node(abi::kTfLiteBuiltinLshProjection, {model.Input({4})}, {4});
    model.SetOutputs({is_custom ? Custom(model, "Dear", {on_cpu}, {4})
                                : model.Node(abi::kTfLiteBuiltinRelu, {on_cpu}, {4})});
    const auto interpreter = Apply(model, {{"partition_policy", "auto"}, {"log_level", "error"}});
    EXPECT_EQ(interpreter->subgraph().DelegateNodes(), is_custom ? 1 : 0);
  }
}

TEST_F(CustomOpTest, ReadsConstantsAndSeveralInputs) {
  Add(Op("ScaledSum", kTwoInputsModule, 2));
  ModelBuilder model;
  const int x = model.Input({7});
  const int constant = model.Floats({7}, SomeValues(7, 9));
  model.SetOutputs(
      {Custom(model, "ScaledSum", {x, constant}, {7}), Custom(model, "ScaledSum", {constant, x}, {7}, 8)});
  const auto found = Run(*Apply(model));
  for (size_t i = 0; i < 7; ++i) {
    EXPECT_EQ(found[0][i], SomeValues(7)[i] + 1.5F * SomeValues(7, 9)[i]);
    EXPECT_EQ(found[1][i], SomeValues(7, 9)[i] + 4 * SomeValues(7)[i]);
  }
  EXPECT_EQ(Report()["programs"][0]["pipelines"], 1);
}

int InferHalf(const LitevkGpuOp* /*op*/, const LitevkGpuNode* node, LitevkGpuShape* outputs, char* message) {
  const int32_t dim = node->inputs[0].dims[0];
  if (dim % 2 == 1) {
    std::snprintf(message, LITEVK_GPU_MESSAGE_BYTES, "%d elements have no half", dim);
    return 1;
  }
  outputs[0].rank = 1;
  outputs[0].dims[0] = dim == LITEVK_GPU_UNKNOWN_DIM ? dim : dim / 2;
  return 0;
}

TEST_F(CustomOpTest, OutputsFollowAResizedInput) {
  LitevkGpuOp op = Op("Half", kHalvesModule);
  op.infer_shapes = InferHalf;
  Add(op);
  for (const bool is_open : {false, true}) {
    ModelBuilder model;
    const int x = model.Input({is_open ? 1 : 8});
    if (is_open) model.tensor(x).signature = {-1};
    const int half = Custom(model, "Half", {x}, {is_open ? 1 : 4}, 2);
    model.SetOutputs({model.Node(abi::kTfLiteBuiltinRelu, {half}, {is_open ? 1 : 4})});
    delegate_ = MakeDelegate({});
    FakeInterpreter interpreter(model);
    ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate_->abi()), abi::kTfLiteOk)
        << interpreter.TakeErrors();
    for (const int size : {8, 20, 8}) {
      interpreter.ResizeInput(0, {size});
      ASSERT_EQ(interpreter.AllocateTensors(), abi::kTfLiteOk) << interpreter.TakeErrors();
      EXPECT_EQ(interpreter.OutputDims(0), ir::Shape({size / 2}));
      const std::vector<float> found = Run(interpreter)[0];
      for (size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i], std::max(SomeValues(size)[2 * i], 0.0F));
    }
    interpreter.ResizeInput(0, {9});
    EXPECT_NE(interpreter.AllocateTensors(), abi::kTfLiteOk);
    EXPECT_THAT(interpreter.TakeErrors(), HasSubstr("Half node 0: 9 elements have no half"));
  }
}

// Plans an operator of bytes, of which a word of the shader has four.
int PlanWords(const LitevkGpuOp* /*op*/, const LitevkGpuNode* node, LitevkGpuDispatch* dispatch,
              char* /*message*/) {
  const Push push = {(static_cast<uint32_t>(node->inputs[0].dims[0]) + 3) / 4, 0.0F};
  std::memcpy(dispatch->push, &push, sizeof(push));
  dispatch->push_bytes = sizeof(push);
  return 0;
}

TEST_F(CustomOpTest, TakesTheDescriptionOfItsTypes) {
  Add(Op("Invert", kScaleModule));
  LitevkGpuOp words = Op("Invert", kWordsModule);
  static constexpr LitevkGpuOperand kBytes[] = {{kLitevkGpuUInt8, 1, 1}};
  words.inputs = words.outputs = kBytes;
  words.plan = PlanWords;
  Add(words);
  ModelBuilder model;
  const int x = model.Input({18}, ir::DataType::kUInt8);
  const int y = model.Tensor({18}, ir::DataType::kUInt8);
  model.AddNode(abi::kTfLiteBuiltinCustom, {x}, {y});
  model.last_node().custom_name = "Invert";
  model.SetOutputs({y});
  const auto interpreter = Apply(model);
  auto& input = interpreter->subgraph().tensor(x);
  for (int i = 0; i < 18; ++i) static_cast<uint8_t*>(input.data.data)[i] = static_cast<uint8_t>(7 * i);
  ASSERT_EQ(interpreter->Invoke(), abi::kTfLiteOk) << interpreter->TakeErrors();
  const auto* const bytes = static_cast<const uint8_t*>(interpreter->subgraph().tensor(y).data.data);
  for (int i = 0; i < 18; ++i) EXPECT_EQ(bytes[i], 255 - static_cast<uint8_t>(7 * i)) << i;
}

TEST_F(CustomOpTest, GoesBeforeOneOfOursOfTheSameName) {
  Add(Op("MaxUnpooling2D", kScaleModule));
  ModelBuilder model;
  const int x = model.Input({4});
  model.SetOutputs({Custom(model, "MaxUnpooling2D", {x}, {4})});
  const auto interpreter = Apply(model);
  const std::vector<float> found = Run(*interpreter, 1)[0];
  const std::vector<float> input = SomeValues(4, 1);
  for (size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i], input[i] * 1.5F) << i;
  EXPECT_EQ(Report()["programs"][0]["shaders"]["MaxUnpooling2D"], 1);
}

TEST_F(CustomOpTest, NodesThatItDoesNotFitStayWithTheInterpreter) {
  Add(Op("Picky", kScaleModule));
  ModelBuilder other_type;
  const int y = other_type.Tensor({4}, ir::DataType::kInt32);
  other_type.AddNode(abi::kTfLiteBuiltinCustom, {other_type.Input({4}, ir::DataType::kInt32)}, {y});
  other_type.last_node().custom_name = "Picky";
  other_type.SetOutputs({y});
  EXPECT_EQ(Refusal(other_type), "types are int32 -> int32, expected float32 -> float32");

  ModelBuilder rank;
  rank.SetOutputs({Custom(rank, "Picky", {rank.Input({1, 2, 3, 4, 5})}, {1, 2, 3, 4, 5})});
  EXPECT_EQ(Refusal(rank), "input 0 has 5 dims, expected 0 to 4");

  ModelBuilder options;
  options.SetOutputs({Custom(options, "Picky", {options.Input({4})}, {4})});
  options.last_node().custom_options.clear();
  EXPECT_EQ(Refusal(options), "the options have 0 bytes, expected one");

  ModelBuilder version;
  version.SetOutputs({Custom(version, "Picky", {version.Input({4})}, {4})});
  version.last_node().version = 2;
  EXPECT_EQ(Refusal(version),
            "custom operator Picky: no operator of its name and version was given to litevk");

  ModelBuilder constants;
  constants.SetOutputs({Custom(constants, "Picky", {constants.Floats({4}, SomeValues(4))}, {4})});
  EXPECT_EQ(Refusal(constants), "all inputs are constants");
}

}  // namespace
}  // namespace litevk::test
