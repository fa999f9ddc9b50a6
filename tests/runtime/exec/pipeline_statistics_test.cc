#include "runtime/exec/pipeline_statistics.h"

#include <algorithm>
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

// The compiler of Mesa's RADV without a GPU behind it.
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
