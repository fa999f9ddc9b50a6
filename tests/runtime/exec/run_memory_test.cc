// Memory that is shared by executables that run one after another, such as a partition's plans for different
// shapes.
#include "runtime/exec/run_memory.h"

#include <gmock/gmock.h>

#include <vector>

#include "runtime/exec/executable.h"
#include "tests/runtime/vk/gpu_test.h"

namespace litevk {
namespace {

class RunMemoryTest : public GpuTest, public testing::WithParamInterface<bool> {
 protected:
  struct Made {
    std::unique_ptr<Executable> executable;
    gpu::TensorId input = gpu::kNoTensor;
    gpu::TensorId output = gpu::kNoTensor;
    size_t floats = 0;
  };

  // Builds output = (input + input) * 3 + input, with an intermediate tensor in the arena.
  Made Make(size_t floats) {
    GraphBuilder builder;
    Made made = {.input = builder.Input(floats), .floats = floats};
    const gpu::TensorId twice = builder.Tensor(floats);
    made.output = builder.Output(floats);
    builder.MultiplyAdd(made.input, 1.0F, made.input, twice);
    builder.MultiplyAdd(twice, 3.0F, made.input, made.output);
    auto executable =
        Executable::Build(device_, builder.Take(), {.disable_zero_copy = GetParam(), .memory = memory_});
    EXPECT_TRUE(executable.ok()) << executable.status().message();
    if (executable.ok()) made.executable = std::move(*executable);
    return made;
  }

  static void ExpectRun(Made& made, float value) {
    const std::vector<float> values(made.floats, value);
    std::ranges::copy(std::as_bytes(std::span(values)), made.executable->Input(made.input).begin());
    const Status status = made.executable->Run();
    ASSERT_TRUE(status.ok()) << status.message();
    EXPECT_THAT(ToVector(made.executable->Output(made.output)), testing::Each(7 * value));
  }

  void TearDown() override {
    memory_.reset();
    GpuTest::TearDown();
  }

  std::shared_ptr<RunMemory> memory_ = std::make_shared<RunMemory>();
};

INSTANTIATE_TEST_SUITE_P(Io, RunMemoryTest, testing::Values(false, true),
                         [](const auto& io) { return io.param ? "Staged" : "ZeroCopy"; });

TEST_P(RunMemoryTest, EachRunsAfterAnotherHasMovedIt) {
  Made small = Make(100);
  ExpectRun(small, 1.0F);
  const uint64_t moves = memory_->moves();
  Made large = Make(5000);
  EXPECT_GT(memory_->moves(), moves);
  for (const float value : {2.0F, 3.0F}) {
    ExpectRun(small, value);
    ExpectRun(large, -value);
  }
}

TEST_P(RunMemoryTest, TheLargestHasRoomForTheOthers) {
  const uint64_t before = device_->allocated_bytes();
  Made large = Make(5000);
  const uint64_t alone = device_->allocated_bytes() - before;
  EXPECT_GE(alone, large.executable->stats().arena_bytes + large.executable->stats().io_bytes);
  Made small = Make(100);
  EXPECT_EQ(device_->allocated_bytes() - before, alone);
  ExpectRun(small, 1.0F);
  ExpectRun(large, 2.0F);
}

TEST_P(RunMemoryTest, GrowsToTheLargestAlone) {
  const uint64_t before = device_->allocated_bytes();
  std::vector<Made> made;
  for (const size_t floats : {1000, 2000, 3000, 4000, 5000}) made.push_back(Make(floats));
  const uint64_t grown = device_->allocated_bytes() - before;
  for (Made& each : made) ExpectRun(each, 1.0F);
  made.clear();
  memory_.reset();
  EXPECT_EQ(device_->allocated_bytes(), before);
  memory_ = std::make_shared<RunMemory>();
  Made alone = Make(5000);
  EXPECT_EQ(device_->allocated_bytes() - before, grown);
}

TEST_P(RunMemoryTest, PipelinesAreUsedWhereTheMemoryIsNow) {
  Made small = Make(100);
  const Made large = Make(5000);
  EXPECT_TRUE(small.executable->UsePipelines().ok());
  ExpectRun(small, 1.0F);
}

TEST_P(RunMemoryTest, IsGivenBackWithTheLastThatUsesIt) {
  const uint64_t before = device_->allocated_bytes();
  Made made = Make(100);
  memory_.reset();
  ExpectRun(made, 1.0F);
  made.executable.reset();
  EXPECT_EQ(device_->allocated_bytes(), before);
}

}  // namespace
}  // namespace litevk
