// Models with operators of users for tests.
#pragma once

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

struct Push {
  uint32_t count;
  float factor;
};

// The options have the factor: a single byte is a factor of that many halves.
inline int PlanScale(const LitevkGpuOp* /*op*/, const LitevkGpuNode* node, LitevkGpuDispatch* dispatch,
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

inline constexpr LitevkGpuOperand kFloats[] = {{kLitevkGpuFloat32, 0, 4}, {kLitevkGpuFloat32, 0, 4}};

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

}  // namespace litevk::test
