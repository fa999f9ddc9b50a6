// Nodes, signatures, delegates, threads and cancellation in the C API.
#include "tests/runtime/c_api/c_api_test.h"

#include <gmock/gmock.h>

#include <atomic>
#include <string>
#include <thread>

#include "tests/runtime/c_api/public_toy_delegate.h"
#include "tests/runtime/interpreter/ops/control_flow_models.h"

namespace litevk::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST_F(CApi, ListsTheNodesWithTheirTimes) {
  Owned<LitevkInterpreterOptions> options(LitevkInterpreterOptionsCreate());
  LitevkInterpreterOptionsSetEnableProfiling(options.get(), true);
  const Owned<LitevkInterpreter> interpreter = Make(options.get());
  ASSERT_EQ(LitevkInterpreterAllocateTensors(interpreter.get()), kLitevkOk);
  for (int run = 0; run < 3; ++run) RunOnce(interpreter.get(), {1, 2});
  ASSERT_EQ(LitevkInterpreterGetNodeCount(interpreter.get()), 2);
  LitevkNodeInfo info;
  ASSERT_EQ(LitevkInterpreterGetNodeInfo(interpreter.get(), 1, &info), kLitevkOk);
  EXPECT_STREQ(info.op_name, "MUL");
  EXPECT_EQ(info.node_index, 1);
  EXPECT_EQ(info.version, 1);
  EXPECT_THAT(std::vector<int>(info.inputs, info.inputs + info.input_count), ElementsAre(1, 2));
  EXPECT_THAT(std::vector<int>(info.outputs, info.outputs + info.output_count), ElementsAre(3));
  EXPECT_FALSE(info.is_delegated);
  EXPECT_EQ(info.profiled_runs, 3);
  EXPECT_GT(info.profiled_seconds, 0);
  EXPECT_EQ(LitevkInterpreterGetNodeInfo(interpreter.get(), 2, &info), kLitevkApplicationError);
  LitevkInterpreterResetProfile(interpreter.get());
  ASSERT_EQ(LitevkInterpreterGetNodeInfo(interpreter.get(), 1, &info), kLitevkOk);
  EXPECT_EQ(info.profiled_runs, 0);
}

// The primary subgraph has the signature "add", another one "scale".
TestModel SignatureModel() {
  TestModel model;
  const auto add = [&](const std::string& key, uint32_t subgraph, int input, int output) {
    auto signature = std::make_unique<schema::SignatureDefT>();
    signature->signature_key = key;
    signature->subgraph_index = subgraph;
    for (const auto& [maps, name, id] :
         {std::tuple(&signature->inputs, "in", input), std::tuple(&signature->outputs, "out", output)}) {
      maps->push_back(std::make_unique<schema::TensorMapT>());
      maps->back()->name = name;
      maps->back()->tensor_index = static_cast<uint32_t>(id);
    }
    model.model().signature_defs.push_back(std::move(signature));
  };
  const int x = model.Input({1});
  model.SetOutputs({model.Op(abi::kTfLiteBuiltinAdd, {x, x}, {1})});
  add("add", 0, x, model.subgraph().outputs[0]);
  AddArithmeticSubgraph(model, "scale", abi::kTfLiteBuiltinMul, 10, {1});
  add("scale", 1, model.subgraph().inputs[0], model.subgraph().outputs[0]);
  return model;
}

TEST_F(CApi, SignaturesAreEntryPoints) {
  bytes_ = SignatureModel().Bytes();
  const Owned<LitevkInterpreter> owned = Make();
  ASSERT_NE(owned, nullptr) << error_;
  LitevkInterpreter* interpreter = owned.get();
  ASSERT_EQ(LitevkInterpreterGetSignatureCount(interpreter), 2);
  EXPECT_STREQ(LitevkInterpreterGetSignatureKey(interpreter, 1), "scale");
  EXPECT_EQ(LitevkInterpreterGetSignatureKey(interpreter, 2), nullptr);
  EXPECT_EQ(LitevkInterpreterGetSignatureInputCount(interpreter, "scale"), 1);
  EXPECT_STREQ(LitevkInterpreterGetSignatureInputName(interpreter, "scale", 0), "in");
  EXPECT_EQ(LitevkInterpreterGetSignatureOutputCount(interpreter, "scale"), 1);
  EXPECT_STREQ(LitevkInterpreterGetSignatureOutputName(interpreter, "scale", 0), "out");
  EXPECT_EQ(LitevkInterpreterGetSignatureOutputName(interpreter, "scale", 1), nullptr);
  EXPECT_EQ(LitevkInterpreterGetSignatureInput(interpreter, "add", "in"),
            LitevkInterpreterGetInputTensor(interpreter, 0));
  EXPECT_EQ(LitevkInterpreterGetSignatureInput(interpreter, "add", "other"), nullptr);
  EXPECT_EQ(LitevkInterpreterGetSignatureInput(interpreter, "other", "in"), nullptr);

  const int dims[] = {2};
  ASSERT_EQ(LitevkInterpreterResizeSignatureInput(interpreter, "scale", "in", dims, 1), kLitevkOk);
  ASSERT_EQ(LitevkInterpreterAllocateSignature(interpreter, "scale"), kLitevkOk);
  const float values[] = {1, 2};
  LitevkTensor* in = LitevkInterpreterGetSignatureInput(interpreter, "scale", "in");
  ASSERT_EQ(LitevkTensorCopyFromBuffer(in, values, sizeof(values)), kLitevkOk);
  ASSERT_EQ(LitevkInterpreterInvokeSignature(interpreter, "scale"), kLitevkOk);
  float results[2] = {};
  const LitevkTensor* out = LitevkInterpreterGetSignatureOutput(interpreter, "scale", "out");
  ASSERT_EQ(LitevkTensorCopyToBuffer(out, results, sizeof(results)), kLitevkOk);
  EXPECT_THAT(results, ElementsAre(10, 20));

  EXPECT_EQ(LitevkInterpreterGetSignatureSubgraph(interpreter, "scale"), 1);
  ASSERT_EQ(LitevkInterpreterGetSignatureNodeCount(interpreter, "scale"), 1);
  LitevkNodeInfo info = {};
  ASSERT_EQ(LitevkInterpreterGetSignatureNodeInfo(interpreter, "scale", 0, &info), kLitevkOk);
  EXPECT_STREQ(info.op_name, "MUL");
  EXPECT_EQ(LitevkInterpreterGetSignatureTensor(interpreter, "scale", info.inputs[0]), in);
  EXPECT_EQ(LitevkInterpreterGetSignatureTensor(interpreter, "scale", 100), nullptr);
  EXPECT_EQ(LitevkInterpreterGetSignatureNodeInfo(interpreter, "scale", 1, &info), kLitevkApplicationError);

  EXPECT_EQ(LitevkInterpreterGetSignatureSubgraph(interpreter, "other"), -1);
  EXPECT_EQ(LitevkInterpreterGetSignatureNodeCount(interpreter, "other"), 0);
  EXPECT_EQ(LitevkInterpreterGetSignatureNodeInfo(interpreter, "other", 0, &info), kLitevkApplicationError);
  EXPECT_EQ(LitevkInterpreterGetSignatureTensor(interpreter, "other", 0), nullptr);
  EXPECT_EQ(LitevkInterpreterInvokeSignature(interpreter, "other"), kLitevkApplicationError);
  EXPECT_STREQ(LitevkInterpreterGetError(interpreter),
               "the model has no signature 'other'; it has 'add', 'scale'");
  EXPECT_EQ(LitevkInterpreterResizeSignatureInput(interpreter, "scale", "no", dims, 1),
            kLitevkApplicationError);
}

TEST_F(CApi, AppliesDelegatesOfItsOptions) {
  PublicToyDelegate toy;
  Owned<LitevkInterpreterOptions> options(LitevkInterpreterOptionsCreate());
  LitevkInterpreterOptionsAddDelegate(options.get(), toy.get());
  Owned<LitevkInterpreter> interpreter = Make(options.get());
  ASSERT_NE(interpreter, nullptr) << error_;
  ASSERT_EQ(LitevkInterpreterAllocateTensors(interpreter.get()), kLitevkOk);
  EXPECT_THAT(RunOnce(interpreter.get(), {1, 2}), ElementsAre(300, 600)) << "the toy multiplies ADD by 50";
  LitevkNodeInfo info;
  ASSERT_EQ(LitevkInterpreterGetNodeInfo(interpreter.get(), 0, &info), kLitevkOk);
  EXPECT_STREQ(info.op_name, "PublicToy");
  EXPECT_TRUE(info.is_delegated);
}

TEST_F(CApi, ADelegateThatFailsLeavesThePlanAsItWas) {
  PublicToyDelegate toy;
  toy.fails = true;
  Owned<LitevkInterpreter> interpreter = Make();
  EXPECT_EQ(LitevkInterpreterModifyGraphWithDelegate(interpreter.get(), toy.get()), kLitevkDelegateError);
  EXPECT_THAT(LitevkInterpreterGetError(interpreter.get()), HasSubstr("the toy fails"));
  ASSERT_EQ(LitevkInterpreterAllocateTensors(interpreter.get()), kLitevkOk);
  EXPECT_THAT(RunOnce(interpreter.get(), {1, 2}), ElementsAre(6, 12));

  Owned<LitevkInterpreterOptions> options(LitevkInterpreterOptionsCreate());
  LitevkInterpreterOptionsAddDelegate(options.get(), toy.get());
  EXPECT_EQ(Make(options.get()), nullptr);
  EXPECT_THAT(error_, HasSubstr("the toy fails"));
}

// A model of `while (true) {}`.
TestModel EndlessModel() {
  TestModel model;
  const int always = model.Input({}, kBool);
  const int result = model.Tensor({}, kBool);
  AddWhile(model, {always}, {result}, 1, 2);
  model.SetOutputs({result});
  for (const char* name : {"condition", "body"}) {
    model.AddSubgraph(name);
    model.SetOutputs({model.Input({}, kBool)});
  }
  return model;
}

TEST_F(CApi, CancelsFromAnotherThread) {
  bytes_ = EndlessModel().Bytes();
  const Owned<LitevkInterpreter> interpreter = Make();
  ASSERT_EQ(LitevkInterpreterAllocateTensors(interpreter.get()), kLitevkOk);
  const bool always = true;
  LitevkTensor* input = LitevkInterpreterGetInputTensor(interpreter.get(), 0);
  ASSERT_EQ(LitevkTensorCopyFromBuffer(input, &always, sizeof(always)), kLitevkOk);
  {
    std::jthread canceller([&] { LitevkInterpreterCancel(interpreter.get()); });
    EXPECT_EQ(LitevkInterpreterInvoke(interpreter.get()), kLitevkCancelled);
  }
  const bool never = false;
  ASSERT_EQ(LitevkTensorCopyFromBuffer(input, &never, sizeof(never)), kLitevkOk);
  EXPECT_EQ(LitevkInterpreterInvoke(interpreter.get()), kLitevkOk) << "the next run is a new one";
}

TEST_F(CApi, InterpretersOfOneModelRunInManyThreads) {
  Owned<LitevkModel> model = Load();
  Owned<LitevkInterpreterOptions> options(LitevkInterpreterOptionsCreate());
  std::atomic<int> wrong = 0;
  {
    constexpr int kThreads = 4;
    std::vector<std::jthread> threads;
    threads.reserve(kThreads);
    for (int thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&, thread] {
        const Owned<LitevkInterpreter> interpreter(
            LitevkInterpreterCreate(model.get(), options.get(), nullptr, 0));
        LitevkInterpreterAllocateTensors(interpreter.get());
        for (int run = 0; run < 50; ++run) {
          const auto x = static_cast<float>(thread * 100 + run);
          if (RunOnce(interpreter.get(), {x, -x}) != std::vector<float>{6 * x, -6 * x}) ++wrong;
        }
      });
    }
  }
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace litevk::test
