// Users' operators that cannot run, each with its reason.
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

std::string AddError(const LitevkGpuOp& op) {
  const auto created = MakeCustomOp(op);
  return created.ok() ? "" : created.status().message();
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

TEST_F(CustomOpTest, WrongDescriptionsAreRefusedWithADiagnostic) {
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
