// A partition whose device is lost goes on with the fast CPU kernels, in the interpreter's count of threads.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "runtime/opset/prepared_kernel.h"
#include "runtime/opset/run_node.h"
#include "runtime/platform/threads.h"
#include "tests/delegate/plugin/delegate_fixture.h"

namespace litevk::test {
namespace {

// Returns the threads of this process that compute loops of CPU kernels for a caller.
int CpuThreads() {
  int count = 0;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::string name;
    std::getline(std::ifstream(task.path() / "comm"), name);
    if (name == "litevk-cpu") ++count;
  }
  return count;
}

// Waits until the process has `count` more of these threads than before. A thread names itself when it first
// runs, which may be after the loop.
bool StartsCpuThreads(int before, int count) {
  for (int checks = 0; CpuThreads() != before + count; ++checks) {
    if (checks == 1000) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return true;
}

// A layer of 29 million operations.
class LostDeviceTest : public DelegateTest {
 protected:
  LostDeviceTest() {
    const int filter = model_.Floats({32, 3, 3, 16}, UnevenValues(int64_t{32} * 9 * 16, 2));
    const int bias = model_.Floats({32}, UnevenValues(32, 3));
    model_.SetOutputs(
        {model_.Node(abi::kTfLiteBuiltinConv2d, {input_, filter, bias}, {1, 56, 56, 32}, kSameConv)});
  }

  // Runs once, loses the device, and returns the results of the runs on the device and after it.
  std::vector<std::vector<float>> RunAndLose(FakeInterpreter& interpreter) {
    std::vector<std::vector<float>> results;
    for (const bool is_lost : {false, true}) {
      if (is_lost) vk::FaultInjector::FailNamed("vkQueueSubmit", VK_ERROR_DEVICE_LOST);
      interpreter.SetInput(0, values_);
      EXPECT_EQ(interpreter.Invoke(), abi::kTfLiteOk) << interpreter.TakeErrors();
      results.push_back(interpreter.Output(0));
    }
    return results;
  }

  // Returns the result of the fast kernel, or with `is_fast` false of the plain loop.
  std::vector<float> Compute(bool is_fast) {
    const ir::Node& node = model_.last_node();
    const ref::KernelRow& row = *ref::FindKernel(node.op_code);
    const auto inputs = ir::TensorsOf(model_.graph(), node.inputs);
    const auto outputs = ir::TensorsOf(model_.graph(), node.outputs);
    const auto kernel = is_fast ? cpu::Prepare(row.info, {node.params, inputs, outputs}) : nullptr;
    std::vector<ref::ConstView> views;
    for (const ir::Tensor* input : inputs) views.push_back({input, input->data});
    views[0].bytes = std::as_bytes(std::span(values_));
    std::vector<float> result(static_cast<size_t>(outputs[0]->dims.NumElements()));
    const ref::MutableView output = {outputs[0], std::as_writable_bytes(std::span(result))};
    const Status status = cpu::Run(kernel.get(), row, ref::FunctionFor(row, inputs, outputs),
                                   {node.params, views, {&output, 1}, {}});
    EXPECT_TRUE(status.ok()) << status.message();
    return result;
  }

  ModelBuilder model_;
  const int input_ = model_.Input({1, 56, 56, 16});
  const std::vector<float> values_ = UnevenValues(int64_t{56} * 56 * 16, 1);
};

TEST_F(LostDeviceTest, FinishesWithTheFastKernels) {
  const std::vector<float> fast = Compute(/*is_fast=*/true);
  const std::vector<float> plain = Compute(/*is_fast=*/false);
  if (fast == plain) GTEST_SKIP() << "this process runs the plain loops";
  const auto delegate = MakeDelegate({{"log_level", "silent"}});
  FakeInterpreter interpreter(model_);
  ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
  ASSERT_EQ(interpreter.AllocateTensors(), abi::kTfLiteOk);
  const auto results = RunAndLose(interpreter);
  EXPECT_NE(results[0], results[1]) << "the device computed both";
  EXPECT_EQ(results[1], fast);
}

TEST_F(LostDeviceTest, BackendReferenceKeepsThePlainLoops) {
  const auto delegate = MakeDelegate({}, "reference");
  FakeInterpreter interpreter(model_);
  ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
  ASSERT_EQ(interpreter.AllocateTensors(), abi::kTfLiteOk);
  interpreter.SetInput(0, values_);
  ASSERT_EQ(interpreter.Invoke(), abi::kTfLiteOk);
  EXPECT_EQ(interpreter.Output(0), Compute(/*is_fast=*/false));
}

TEST_F(LostDeviceTest, UsesTheThreadsOfTheInterpreter) {
  if (UsableCores().size() < 2) GTEST_SKIP() << "a process with one core starts no threads";
  if (Compute(true) == Compute(false)) GTEST_SKIP() << "this process runs the plain loops";
  const auto delegate = MakeDelegate({{"log_level", "silent"}});
  for (const int threads : {-1, 1, 2}) {
    FakeInterpreter interpreter(model_);
    interpreter.subgraph().context()->recommended_num_threads = threads;
    ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
    ASSERT_EQ(interpreter.AllocateTensors(), abi::kTfLiteOk);
    const int before = CpuThreads();
    RunAndLose(interpreter);
    vk::FaultInjector::Reset();
    EXPECT_TRUE(StartsCpuThreads(before, std::max(threads, 1) - 1)) << threads << ", found " << CpuThreads();
  }
}

}  // namespace
}  // namespace litevk::test
