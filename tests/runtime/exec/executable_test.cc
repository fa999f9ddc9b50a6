#include "runtime/exec/executable.h"

#include <algorithm>
#include <numeric>
#include <thread>

#include "tests/runtime/exec/executable_fixture.h"
#include "tests/runtime/vk/gpu_test.h"

namespace litevk {
namespace {

INSTANTIATE_TEST_SUITE_P(Io, ExecutableTest, testing::Values(false, true),
                         [](const auto& io) { return io.param ? "Staged" : "ZeroCopy"; });

TEST_P(ExecutableTest, RunsAgainWithOtherInputs) {
  constexpr size_t kFloats = 103;
  GraphBuilder builder;
  const gpu::TensorId input = builder.Input(kFloats);
  const gpu::TensorId ones = builder.Constant(std::vector<float>(kFloats, 1.0F));
  const gpu::TensorId middle = builder.Tensor(kFloats);
  const gpu::TensorId output = builder.Output(kFloats);
  builder.MultiplyAdd(input, 2.0F, ones, middle);
  builder.MultiplyAdd(middle, 3.0F, input, output);
  const auto executable = Build(builder);
  ASSERT_NE(executable, nullptr);
  for (const float first : {0.0F, 50.0F, -7.0F}) {
    Fill(*executable, input, first);
    ExpectRun(*executable);
    const std::vector<float> result = ToVector(executable->Output(output));
    ASSERT_EQ(result.size(), kFloats);
    for (size_t i = 0; i < kFloats; ++i) {
      const float x = first + static_cast<float>(i);
      ASSERT_EQ(result[i], 3.0F * (2.0F * x + 1.0F) + x) << i;
    }
  }
}

TEST_P(ExecutableTest, LongChainReusesItsArena) {
  constexpr size_t kFloats = 1000;
  constexpr int kSteps = 20;
  GraphBuilder builder;
  const gpu::TensorId input = builder.Input(kFloats);
  const gpu::TensorId output = builder.Output(kFloats);
  gpu::TensorId before = input;
  gpu::TensorId last = input;
  for (int i = 0; i < kSteps; ++i) {
    const gpu::TensorId next = i + 1 == kSteps ? output : builder.Tensor(kFloats);
    builder.MultiplyAdd(last, 1.0F, before, next);  // Fibonacci numbers times the input
    before = std::exchange(last, next);
  }
  const auto executable = Build(builder);
  ASSERT_NE(executable, nullptr);
  EXPECT_LE(executable->stats().arena_bytes, 3 * (kFloats * sizeof(float) + 256));
  EXPECT_EQ(executable->stats().dispatches, static_cast<size_t>(kSteps));
  EXPECT_EQ(executable->stats().barriers, static_cast<size_t>(kSteps - 1));
  EXPECT_EQ(executable->stats().pipelines, 1U);
  EXPECT_EQ(executable->stats().zero_copy, !GetParam() && device_->unified_memory());
  Fill(*executable, input, 1.0F);
  ExpectRun(*executable);
  float previous = 1.0F;
  float fibonacci = 1.0F;
  for (int i = 0; i < kSteps; ++i) previous = std::exchange(fibonacci, fibonacci + previous);
  const std::vector<float> result = ToVector(executable->Output(output));
  // 17711 * 900 is below 2^24, so every product is exact.
  for (size_t i = 0; i < 900; ++i) ASSERT_EQ(result[i], fibonacci * static_cast<float>(i + 1)) << i;
}

TEST_P(ExecutableTest, ConstantsLargerThanTheStagingBatch) {
  constexpr size_t kFloats = 5 << 18;  // 5 MiB for each tensor, in a batch of 8
  GraphBuilder builder;
  const gpu::TensorId input = builder.Input(kFloats);
  const gpu::TensorId small = builder.Constant(std::vector<float>(5, 4.0F));
  const gpu::TensorId a = builder.Constant(std::vector<float>(kFloats, 1.0F));
  const gpu::TensorId b = builder.Constant(std::vector<float>(kFloats, 2.0F));
  const gpu::TensorId middle = builder.Tensor(kFloats);
  const gpu::TensorId output = builder.Output(kFloats);
  const gpu::TensorId small_output = builder.Output(5);
  builder.MultiplyAdd(input, 1.0F, a, middle);
  builder.MultiplyAdd(middle, 10.0F, b, output);
  builder.MultiplyAdd(small, 1.0F, small, small_output);
  const auto executable = Build(builder);
  ASSERT_NE(executable, nullptr);
  std::ranges::fill(Floats(executable->Input(input)), 3.0F);
  ExpectRun(*executable);
  EXPECT_EQ(ToVector(executable->Output(output)), std::vector<float>(kFloats, 42.0F));
  EXPECT_EQ(ToVector(executable->Output(small_output)), std::vector<float>(5, 8.0F));
}

TEST_P(ExecutableTest, AliasOfAnInputIsAnOutput) {
  GraphBuilder builder;
  const gpu::TensorId input = builder.Input(8);
  const gpu::TensorId alias = builder.Output(8, input);
  const gpu::TensorId output = builder.Output(8);
  builder.MultiplyAdd(alias, 2.0F, input, output);
  const auto executable = Build(builder);
  ASSERT_NE(executable, nullptr);
  Fill(*executable, input, 1.0F);
  ExpectRun(*executable);
  EXPECT_EQ(ToVector(executable->Output(alias)), (std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(ToVector(executable->Output(output)), (std::vector<float>{3, 6, 9, 12, 15, 18, 21, 24}));
}

TEST_P(ExecutableTest, ConstantIsAnOutput) {
  GraphBuilder builder;
  const gpu::TensorId input = builder.Input(3);
  const gpu::TensorId constant = builder.Constant({1, 2, 3});
  const gpu::TensorId alias = builder.Output(3, constant);
  const gpu::TensorId output = builder.Output(3);
  builder.MultiplyAdd(input, 1.0F, constant, output);
  const auto executable = Build(builder);
  ASSERT_NE(executable, nullptr);
  Fill(*executable, input, 10.0F);
  ExpectRun(*executable);
  EXPECT_EQ(ToVector(executable->Output(alias)), (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(ToVector(executable->Output(output)), (std::vector<float>{11, 13, 15}));
}

TEST_P(ExecutableTest, UnusedInputAndEmptyTensors) {
  GraphBuilder builder;
  const gpu::TensorId unused = builder.Input(4);
  const gpu::TensorId empty_input = builder.Input(0);
  const gpu::TensorId empty_output = builder.Output(0);
  builder.Constant({1, 2});
  const gpu::TensorId empty_constant = builder.Constant({});
  builder.MultiplyAdd(empty_input, 1.0F, empty_constant, empty_output);
  const auto executable = Build(builder);
  ASSERT_NE(executable, nullptr);
  EXPECT_EQ(executable->Input(unused).size(), 16U);
  EXPECT_TRUE(executable->Input(empty_input).empty());
  ExpectRun(*executable);
  EXPECT_TRUE(executable->Output(empty_output).empty());
}

TEST_P(ExecutableTest, GraphWithoutDispatches) {
  GraphBuilder builder;
  const gpu::TensorId input = builder.Input(2);
  const gpu::TensorId output = builder.Output(2, input);
  const auto executable = Build(builder);
  ASSERT_NE(executable, nullptr);
  Fill(*executable, input, 5.0F);
  ExpectRun(*executable);
  EXPECT_EQ(ToVector(executable->Output(output)), (std::vector<float>{5, 6}));
}

// UsePipelines may do a driver's first-use work before the first run, and changes no value.
TEST_P(ExecutableTest, PipelinesAreUsedWithoutComputing) {
  GraphBuilder builder;
  const gpu::TensorId input = builder.Input(2);
  const gpu::TensorId output = builder.Output(2);
  builder.MultiplyAdd(input, 2.0F, input, output);
  const auto executable = Build(builder);
  ASSERT_NE(executable, nullptr);
  Fill(*executable, input, 5.0F);
  ExpectRun(*executable);
  const std::vector<float> values = ToVector(executable->Output(output));
  Fill(*executable, input, 7.0F);
  const auto first_use = executable->UsePipelines();
  ASSERT_TRUE(first_use.ok()) << first_use.status().message();
  EXPECT_EQ(first_use->new_pipelines, 1U);
  EXPECT_GT(first_use->ms, 0.0);
  EXPECT_EQ(executable->UsePipelines()->new_pipelines, 0U);
  EXPECT_EQ(ToVector(executable->Output(output)), values);
  ExpectRun(*executable);
  EXPECT_NE(ToVector(executable->Output(output)), values);
}

// Uses mapped memory as on GPUs whose cached memory is not coherent. Each run flushes and invalidates, and
// the validation layer checks the ranges.
TEST_P(ExecutableTest, FlushesAndInvalidatesMemoryThatIsNotCoherent) {
  vk::DeviceRequest request = Request();
  request.disabled_features.Add(vk::Feature::kCoherentMemory);
  auto device = vk::AcquireDevice(request);
  ASSERT_TRUE(device.ok()) << device.status().message();
  device_ = std::move(*device);
  constexpr size_t kFloats = 103;
  GraphBuilder builder;
  const gpu::TensorId input = builder.Input(kFloats);
  const gpu::TensorId other = builder.Input(3);
  const gpu::TensorId output = builder.Output(kFloats);
  const gpu::TensorId other_output = builder.Output(3);
  builder.MultiplyAdd(input, 2.0F, builder.Constant(std::vector<float>(kFloats, 1.0F)), output);
  builder.MultiplyAdd(other, 3.0F, other, other_output);
  const auto executable = Build(builder);
  ASSERT_NE(executable, nullptr);
  for (const float first : {0.0F, 50.0F}) {
    Fill(*executable, input, first);
    Fill(*executable, other, first);
    vk::FaultInjector::FailNth(1ULL << 40, VK_SUCCESS);
    ExpectRun(*executable);
    EXPECT_EQ(vk::FaultInjector::calls(), 5U) << "reset, submit, wait, flush, invalidate";
    vk::FaultInjector::Reset();
    const std::vector<float> result = ToVector(executable->Output(output));
    for (size_t i = 0; i < kFloats; ++i) ASSERT_EQ(result[i], 2.0F * (first + static_cast<float>(i)) + 1.0F);
    EXPECT_EQ(ToVector(executable->Output(other_output)),
              (std::vector<float>{4 * first, 4 * (first + 1), 4 * (first + 2)}));
  }
}

TEST_P(ExecutableTest, ThreadsShareTheDevice) {
  constexpr size_t kFloats = 257;
  constexpr int kThreads = 4;
  std::vector<std::string> errors(kThreads);
  const auto work = [&](int index) {
    GraphBuilder builder;
    const gpu::TensorId input = builder.Input(kFloats);
    const gpu::TensorId output = builder.Output(kFloats);
    builder.MultiplyAdd(input, static_cast<float>(index % 2), input, output);
    auto executable = Executable::Build(device_, builder.Take(), Options());
    std::string& error = errors[static_cast<size_t>(index)];
    if (!executable.ok()) {
      error = executable.status().message();
      return;
    }
    for (int run = 0; run < 20 && error.empty(); ++run) {
      std::ranges::fill(Floats((*executable)->Input(input)), static_cast<float>(run));
      if (const Status status = (*executable)->Run(); !status.ok()) error = status.message();
      const std::vector<float> expected(kFloats, static_cast<float>(run * (1 + index % 2)));
      if (ToVector((*executable)->Output(output)) != expected) error = "wrong values";
    }
  };
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (int i = 0; i < kThreads; ++i) threads.emplace_back(work, i);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(errors, std::vector<std::string>(kThreads));
}

TEST_P(ExecutableTest, FailingConstantFailsTheBuild) {
  GraphBuilder builder;
  const gpu::TensorId input = builder.Input(1);
  const gpu::TensorId constant = builder.Constant({1});
  builder.graph().constants[0].write = [](std::span<std::byte>) { return Internal("no weights today"); };
  builder.MultiplyAdd(input, 1.0F, constant, builder.Output(1));
  const auto executable = Executable::Build(device_, builder.Take(), Options());
  ASSERT_FALSE(executable.ok());
  EXPECT_EQ(executable.status().message(), "no weights today");
}

}  // namespace
}  // namespace litevk
