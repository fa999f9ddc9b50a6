#include "runtime/exec/pipeline_statistics.h"

#include <algorithm>
#include <array>
#include <optional>

#include "tests/runtime/vk/gpu_test.h"

namespace litevk {
namespace {

gpu::Graph ThreeDispatchesTwoPipelines() {
  GraphBuilder builder;
  const gpu::TensorId input = builder.Input(8);
  builder.MultiplyAdd(input, 2.0F, input, builder.Output(8));
  builder.MultiplyAdd(input, 3.0F, input, builder.Output(8));
  builder.MultiplyAdd(input, 2.0F, input, builder.Output(8));
  return builder.Take();
}

// Uses the compiler of Mesa's RADV, which needs no GPU.
class RadvNullDeviceTest : public testing::Test {
 protected:
  void SetUp() override {
    drivers_.emplace("VK_ICD_FILENAMES", LITEVK_RADV);
    family_.emplace("RADV_FORCE_FAMILY", "navi21");
  }

 private:
  std::optional<ScopedEnv> drivers_;
  std::optional<ScopedEnv> family_;
};

TEST_F(RadvNullDeviceTest, ListsRegistersOfEachDistinctPipeline) {
  const auto device = vk::AcquireDevice({});
  ASSERT_TRUE(device.ok()) << device.status().message();
  PinDrivers();
  const auto pipelines = CollectPipelineStatistics(**device, ThreeDispatchesTwoPipelines());
  ASSERT_TRUE(pipelines.ok()) << pipelines.status().message();
  ASSERT_EQ(pipelines->size(), 2U);
  for (const PipelineStatistics& pipeline : *pipelines) {
    EXPECT_EQ(pipeline.shader, "elementwise");
    const auto value = [&](const std::string& name) {
      const auto found = std::find_if(pipeline.statistics.begin(), pipeline.statistics.end(),
                                      [&](const PipelineStatistic& s) { return s.name == name; });
      return found == pipeline.statistics.end() ? -1.0 : found->value;
    };
    EXPECT_GT(value("VGPRs"), 0.0);
    EXPECT_EQ(value("Spilled VGPRs"), 0.0);
    EXPECT_EQ(value("Spilled SGPRs"), 0.0);
  }
  EXPECT_EQ((*pipelines)[1].label, "multiply_add node 1");
}

TEST_F(RadvNullDeviceTest, APipelineWithStatisticsIsAnother) {
  const auto device = vk::AcquireDevice({});
  ASSERT_TRUE(device.ok()) << device.status().message();
  PinDrivers();
  const gpu::Graph graph = ThreeDispatchesTwoPipelines();
  const vk::PipelineRequest request = {graph.dispatches[0].shader, graph.dispatches[0].spec};
  const auto plain = (*device)->GetPipelines(std::array{request});
  ASSERT_TRUE(plain.ok()) << plain.status().message();
  const auto with_statistics = (*device)->GetPipelineWithStatistics(request);
  ASSERT_TRUE(with_statistics.ok()) << with_statistics.status().message();
  EXPECT_NE(*with_statistics, plain->front());
}

class PipelineStatisticsTest : public GpuTest {};

TEST_F(PipelineStatisticsTest, UnavailableWhenSwitchedOff) {
  vk::DeviceRequest request = Request();
  request.disabled_features.Add(vk::Feature::kPipelineStatistics);
  const auto device = vk::AcquireDevice(request);
  ASSERT_TRUE(device.ok()) << device.status().message();
  const auto pipelines = CollectPipelineStatistics(**device, ThreeDispatchesTwoPipelines());
  ASSERT_FALSE(pipelines.ok());
  EXPECT_EQ(pipelines.status().code(), StatusCode::kUnavailable);
}

}  // namespace
}  // namespace litevk
