// Operators of a user's own, with SPIR-V of their own, from a model to the results.
#include "delegate/lower/make_custom_op.h"

#include <dlfcn.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "delegate/engine/gpu_op_library.h"
#include "delegate/include/litevk/litevk_gpu_op.h"
#include "tests/delegate/plugin/delegate_fixture.h"
#include "tests/gpu_ops/modules.h"

namespace litevk::test {
namespace {

using testing::HasSubstr;

struct Push {
  uint32_t count;
  float factor;
};

// The options have the factor: a single byte is a factor of that many halves.
int PlanScale(const LitevkGpuOp* /*op*/, const LitevkGpuNode* node, LitevkGpuDispatch* dispatch,
              char* message) {
  if (node->options_bytes != 1) {
    std::snprintf(message, LITEVK_GPU_MESSAGE_BYTES, "the options have %zu bytes, expected one",
                  node->options_bytes);
    return 1;
  }
  Push push = {1, static_cast<float>(*static_cast<const uint8_t*>(node->options)) / 2};
  const LitevkGpuTensor& result = node->outputs[0];
  for (int i = 0; i < result.rank; ++i) push.count *= static_cast<uint32_t>(result.dims[i]);
  dispatch->workgroups[0] = (push.count + 63) / 64;
  std::memcpy(dispatch->push, &push, sizeof(push));
  dispatch->push_bytes = sizeof(push);
  return 0;
}

constexpr LitevkGpuOperand kFloats[] = {{kLitevkGpuFloat32, 0, 4}, {kLitevkGpuFloat32, 0, 4}};

template <size_t kWords>
LitevkGpuOp Op(const char* name, const uint32_t (&module)[kWords], int inputs = 1) {
  return {.abi_version = LITEVK_GPU_OP_ABI_VERSION,
          .struct_bytes = sizeof(LitevkGpuOp),
          .name = name,
          .min_version = 1,
          .max_version = 1,
          .num_inputs = inputs,
          .num_outputs = 1,
          .inputs = kFloats,
          .outputs = kFloats,
          .spirv = module,
          .spirv_bytes = sizeof(module),
          .plan = PlanScale};
}

std::string AddError(const LitevkGpuOp& op) {
  const auto created = MakeCustomOp(op);
  return created.ok() ? "" : created.status().message();
}

// Every test has names of its own, since operators that a process has added stay.
class CustomOpTest : public DelegateTest {
 protected:
  static void Add(const LitevkGpuOp& op) {
    const Status status = AddProcessGpuOp(op);
    ASSERT_TRUE(status.ok()) << status.message();
  }

  static int Custom(ModelBuilder& model, const char* name, std::vector<int> inputs, const ir::Shape& dims,
                    int halves = 3) {
    const int result = model.Node(abi::kTfLiteBuiltinCustom, std::move(inputs), dims);
    model.last_node().custom_name = name;
    model.last_node().custom_options = {static_cast<std::byte>(halves)};
    return result;
  }

  nlohmann::json Report() const { return nlohmann::json::parse(std::ifstream(path_)); }

  // Applies the delegate to the model; null, with a failure, if that fails.
  std::unique_ptr<FakeInterpreter> Apply(const ModelBuilder& model, OptionPairs options = {}) {
    options.emplace_back("report_path", path_);
    delegate_ = MakeDelegate(std::move(options));
    auto interpreter = std::make_unique<FakeInterpreter>(model);
    EXPECT_EQ(interpreter->ModifyGraphWithDelegate(delegate_->abi()), abi::kTfLiteOk)
        << interpreter->TakeErrors();
    EXPECT_EQ(interpreter->AllocateTensors(), abi::kTfLiteOk) << interpreter->TakeErrors();
    return interpreter;
  }

  // Returns the report's reason for the only custom node.
  std::string Refusal(const ModelBuilder& model) {
    delegate_ = MakeDelegate({{"report_path", path_}, {"log_level", "error"}});
    FakeInterpreter interpreter(model);
    EXPECT_EQ(interpreter.ModifyGraphWithDelegate(delegate_->abi()), abi::kTfLiteOk);
    const nlohmann::json report = Report();
    for (const auto& node : report["subgraphs"][0]["nodes"]) {
      if (node["op"] == "CUSTOM") return node["delegated"] ? "delegated" : node["reason"];
    }
    return "no custom node";
  }

  std::string path_ = testing::TempDir() + "litevk_custom_op_test_" +
                      testing::UnitTest::GetInstance()->current_test_info()->name() + ".json";
  std::unique_ptr<Delegate> delegate_;
};

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

// A function of the right type with a wrong answer.
template <uint32_t kGroups, uint32_t kPushBytes>
int PlanWrongly(const LitevkGpuOp* /*op*/, const LitevkGpuNode* /*node*/, LitevkGpuDispatch* dispatch,
                char* /*message*/) {
  dispatch->workgroups[1] = kGroups;
  dispatch->push_bytes = kPushBytes;
  return 0;
}

TEST_F(CustomOpTest, PlansThatNoDeviceTakesAreRefused) {
  const std::pair<decltype(LitevkGpuOp::plan), std::string> cases[] = {
      {PlanWrongly<0, 8>, "its plan has 1 x 0 x 1 workgroups, expected 1 to"},
      {PlanWrongly<~0U, 8>, "its plan has 1 x 4294967295 x 1 workgroups, expected 1 to"},
      {PlanWrongly<1, 4>,
       "its plan has 4 bytes of push constants, expected 8, the size of the module's block"},
      {PlanWrongly<1, 129>, "its plan has 129 bytes of push constants"},
      {[](const LitevkGpuOp*, const LitevkGpuNode*, LitevkGpuDispatch*, char*) { return 1; },
       "its plan refuses the node, and does not say why"},
  };
  for (const auto& [plan, expected] : cases) {
    LitevkGpuOp op = Op("Wrong", kScaleModule);
    op.plan = plan;
    Add(op);  // in the place of the one before
    ModelBuilder model;
    model.SetOutputs({Custom(model, "Wrong", {model.Input({4})}, {4})});
    EXPECT_THAT(Refusal(model), HasSubstr(expected));
  }
}

TEST_F(CustomOpTest, AModuleThatTheDeviceCannotRunIsRefusedWithItsCapability) {
  Add(Op("Doubled", kFloat64Module));
  ModelBuilder model;
  model.SetOutputs({Custom(model, "Doubled", {model.Input({4})}, {4})});
  EXPECT_EQ(
      Refusal(model),
      "custom operator Doubled: the module needs the capability Float64, for which litevk opens no device");
  Add(Op("Bytes", kBytesModule));
  testing::internal::CaptureStderr();
  delegate_ = MakeDelegate({{"disable_features", "storage_8bit"}});
  FakeInterpreter interpreter(model);
  EXPECT_EQ(interpreter.ModifyGraphWithDelegate(delegate_->abi()), abi::kTfLiteOk);
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              HasSubstr("operator Bytes: the module needs the capability StorageBuffer8BitAccess, which "));
}

TEST_F(CustomOpTest, AFailureOfTheDeviceIsAnErrorWithoutAKernelToFallBackOn) {
  Add(Op("Alone", kScaleModule));
  ModelBuilder model;
  model.SetOutputs({Custom(model, "Alone", {model.Input({4})}, {4})});
  const auto interpreter = Apply(model, {{"log_level", "silent"}});
  interpreter->SetInput(0, SomeValues(4));
  vk::FaultInjector::FailNamed("vkQueueSubmit", VK_ERROR_DEVICE_LOST);
  EXPECT_NE(interpreter->Invoke(), abi::kTfLiteOk);
  EXPECT_THAT(interpreter->TakeErrors(),
              HasSubstr("nor can it run on the CPU: Alone node 0: no reference kernel"));
}

TEST_F(CustomOpTest, WrongDescriptionsAreRefusedWithASentence) {
  EXPECT_THAT(AddError(Op("X", kScaleModule, 2)), HasSubstr("operator X: binding 2 (output 0) is missing"));
  LitevkGpuOp op = Op("X", kScaleModule);
  op.abi_version = 9;
  EXPECT_EQ(AddError(op), "an operator is described for version 9 of litevk_gpu_op.h, expected 1");
  op = Op("X", kScaleModule);
  op.struct_bytes -= 8;
  EXPECT_THAT(AddError(op), HasSubstr("(struct_bytes)"));
  op = Op("", kScaleModule);
  EXPECT_EQ(AddError(op), "an operator has no name");
  op = Op("X", kScaleModule);
  op.num_outputs = 0;
  EXPECT_THAT(AddError(op), HasSubstr("one input and one output at least, found 1 and 0"));
  op = Op("X", kScaleModule);
  static constexpr LitevkGpuOperand kText[] = {{5, 0, 4}};
  op.inputs = kText;
  EXPECT_THAT(AddError(op), HasSubstr("input 0 is described with the type 5"));
  static constexpr LitevkGpuOperand kRanks[] = {{kLitevkGpuFloat32, 3, 9}};
  op.inputs = kRanks;
  EXPECT_THAT(AddError(op), HasSubstr("the ranks 3 to 9"));
  op = Op("X", kScaleModule);
  op.plan = nullptr;
  EXPECT_THAT(AddError(op), HasSubstr("no plan function"));
  op = Op("X", kScaleModule);
  op.spirv_bytes -= 1;
  EXPECT_THAT(AddError(op), HasSubstr("whole 32-bit words"));
  op = Op("X", kScaleModule);
  op.entry_point = "start";
  EXPECT_THAT(AddError(op), HasSubstr("no compute shader named \"start\""));
}

TEST_F(CustomOpTest, TheLibraryExportsTheCall) {
  void* const library = dlopen(LITEVK_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr) << dlerror();
  const auto add = reinterpret_cast<decltype(&LitevkAddGpuOp)>(dlsym(library, "LitevkAddGpuOp"));
  ASSERT_NE(add, nullptr);
  LitevkGpuOp op = Op("Called", kScaleModule);
  EXPECT_EQ(add(&op, nullptr), 0);
  char message[LITEVK_GPU_MESSAGE_BYTES] = "";
  op.name = "CalledWrongly";
  op.num_inputs = 2;
  EXPECT_NE(add(&op, message), 0);
  EXPECT_THAT(message, HasSubstr("operator CalledWrongly: binding 2 (output 0) is missing"));
  EXPECT_NE(add(&op, nullptr), 0);
  EXPECT_NE(add(nullptr, message), 0);
  EXPECT_THAT(message, HasSubstr("null pointer"));
}

}  // namespace
}  // namespace litevk::test
