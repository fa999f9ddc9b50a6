// Times of dispatches.
#include "runtime/exec/executable.h"

#include <algorithm>
#include <numeric>
#include <thread>

#include "tests/runtime/exec/executable_fixture.h"
#include "tests/runtime/vk/gpu_test.h"

namespace litevk {
namespace {

TEST_P(ExecutableTest, TimestampsCoverEveryDispatch) {
  constexpr size_t kFloats = 1 << 16;
  GraphBuilder builder;
  const gpu::TensorId input = builder.Input(kFloats);
  const gpu::TensorId middle = builder.Tensor(kFloats);
  const gpu::TensorId output = builder.Output(kFloats);
  builder.MultiplyAdd(input, 2.0F, input, middle);
  builder.MultiplyAdd(middle, 2.0F, input, output);
  ExecutableOptions options = Options();
  options.enable_timestamps = true;
  const auto executable = Build(builder, options);
  ASSERT_NE(executable, nullptr);
  ExpectRun(*executable);
  ExpectRun(*executable);
  const auto times = executable->ReadDispatchTimes();
  ASSERT_TRUE(times.ok()) << times.status().message();
  if (!device_->features().has(vk::Feature::kTimestamps)) {
    EXPECT_TRUE(times->empty());
    return;
  }
  ASSERT_EQ(times->size(), 2U);
  EXPECT_EQ((*times)[1].label, "multiply_add node 1");
  EXPECT_EQ((*times)[1].source_node, 1);
  EXPECT_EQ((*times)[0].shader, "elementwise");
  for (const DispatchTime& time : *times) {
    EXPECT_GT(time.microseconds, 0.0);
    EXPECT_LT(time.microseconds, 10e6);
  }
  EXPECT_GT((*times)[0].begin_us, 0.0);
  EXPECT_DOUBLE_EQ((*times)[1].begin_us, (*times)[0].begin_us + (*times)[0].microseconds);
}

// Late timestamps give no times and no error.
TEST_P(ExecutableTest, LateTimestamps) {
  GraphBuilder builder;
  const gpu::TensorId input = builder.Input(4);
  builder.MultiplyAdd(input, 2.0F, input, builder.Output(4));
  ExecutableOptions options = Options();
  options.enable_timestamps = true;
  const auto executable = Build(builder, options);
  ASSERT_NE(executable, nullptr);
  ExpectRun(*executable);
  vk::FaultInjector::FailNamed("vkGetQueryPoolResults", VK_NOT_READY);
  const auto late = executable->ReadDispatchTimes();
  vk::FaultInjector::Reset();
  ASSERT_TRUE(late.ok()) << late.status().message();
  EXPECT_TRUE(late->empty());
  const auto times = executable->ReadDispatchTimes();
  ASSERT_TRUE(times.ok()) << times.status().message();
  EXPECT_EQ(times->size(), device_->features().has(vk::Feature::kTimestamps) ? 1U : 0U);
}

TEST_P(ExecutableTest, ComputesWithoutAQueryPool) {
  GraphBuilder builder;
  const gpu::TensorId input = builder.Input(4);
  const gpu::TensorId output = builder.Output(4);
  builder.MultiplyAdd(input, 2.0F, input, output);
  ExecutableOptions options = Options();
  options.enable_timestamps = true;
  vk::FaultInjector::FailNamed("vkCreateQueryPool", VK_ERROR_OUT_OF_HOST_MEMORY);
  const auto executable = Build(builder, options);
  vk::FaultInjector::Reset();
  ASSERT_NE(executable, nullptr);
  EXPECT_FALSE(executable->stats().timestamps_note.empty());
  Fill(*executable, input, 1.0F);
  ExpectRun(*executable);
  EXPECT_EQ(ToVector(executable->Output(output)), (std::vector<float>{3, 6, 9, 12}));
  EXPECT_TRUE(executable->ReadDispatchTimes()->empty());
}

TEST_P(ExecutableTest, NoTimestampsUnlessAsked) {
  GraphBuilder builder;
  const gpu::TensorId input = builder.Input(4);
  builder.MultiplyAdd(input, 2.0F, input, builder.Output(4));
  const auto executable = Build(builder);
  ASSERT_NE(executable, nullptr);
  const auto times = executable->ReadDispatchTimes();
  ASSERT_TRUE(times.ok());
  EXPECT_TRUE(times->empty());
}

}  // namespace
}  // namespace litevk
