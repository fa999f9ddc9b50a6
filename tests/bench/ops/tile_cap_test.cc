// The cap on tiles, applied to every layer of bench/shapes. No dispatch and no alternative of a tuner exceeds
// it. Nothing changes if a device's class has no cap of its own.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "bench/ops/layer_shape.h"
#include "bench/ops/op_model.h"
#include "delegate/lower/lowering.h"
#include "runtime/vk/instance/device_profile.h"
#include "tests/delegate/ops/conv/tile_of.h"

namespace litevk::bench {
namespace {

// Returns limits of a GPU that reads storage buffers, of one of three sizes.
gpu::DeviceLimits Gpu(uint32_t subgroup_size, uint32_t invocations, const vk::DeviceIdentity& identity) {
  gpu::DeviceLimits limits;
  limits.subgroup_size = subgroup_size;
  limits.max_workgroup_invocations = invocations;
  limits.max_workgroup_size = {invocations, invocations, 64};
  limits.max_shared_memory_bytes = 32768;
  limits.profile = vk::ProfileOf(identity);
  return limits;
}

gpu::DeviceLimits Cpu(bool prefers_texel_loads, const vk::DeviceIdentity& identity) {
  gpu::DeviceLimits limits = {.subgroup_size = prefers_texel_loads ? 8U : 4U,
                              .runs_on_cpu = true,
                              .profile = vk::ProfileOf(identity)};
  limits.profile.prefers_texel_loads = prefers_texel_loads;
  limits.profile.parallel_workgroups = 8;
  return limits;
}

class TileCapTest : public testing::Test {
 protected:
  // Reads the shape lists once for all tests.
  static void SetUpTestSuite() {
    for (const auto& entry : std::filesystem::directory_iterator(LITEVK_SOURCE_DIR "/bench/shapes")) {
      if (entry.path().extension() != ".txt") continue;
      const auto shapes = ReadShapeList(entry.path());
      ASSERT_TRUE(shapes.ok()) << shapes.status().message();
      for (const LayerShape& shape : *shapes) {
        auto model = MakeLayerModel(shape, ir::DataType::kFloat32, {});
        ASSERT_TRUE(model.ok()) << model.status().message();
        Models().push_back(std::move(*model));
      }
    }
  }
  static void TearDownTestSuite() { Models().clear(); }

  static std::vector<OpModel>& Models() {
    static std::vector<OpModel> models;
    return models;
  }

  static LoweredPartition LowerOn(const OpModel& model, const gpu::DeviceLimits& limits,
                                  const LowerOptions& options = {}) {
    const Partition& partition = model.partition;
    return Lower({model.graph, model.kernels, limits}, partition.positions, partition.inputs,
                 partition.outputs, options);
  }
};

void ExpectSameProgram(const LoweredPartition& actual, const LoweredPartition& expected) {
  ASSERT_EQ(actual.graph.dispatches.size(), expected.graph.dispatches.size());
  for (size_t i = 0; i < actual.graph.dispatches.size(); ++i) {
    const gpu::Dispatch& one = actual.graph.dispatches[i];
    const gpu::Dispatch& other = expected.graph.dispatches[i];
    EXPECT_EQ(one.shader, other.shader);
    EXPECT_EQ(one.spec, other.spec);
    EXPECT_EQ(one.push, other.push);
    EXPECT_EQ(one.workgroups, other.workgroups);
  }
  ASSERT_EQ(actual.choice_points.size(), expected.choice_points.size());
  for (size_t i = 0; i < actual.choice_points.size(); ++i) {
    EXPECT_EQ(actual.choice_points[i].alternatives, expected.choice_points[i].alternatives);
  }
}

TEST_F(TileCapTest, NothingChangesOnAmdNvidiaAndCpus) {
  const gpu::DeviceLimits devices[] = {
      Gpu(64, 1024, {.vendor_id = 0x1002, .device_id = 0x73bf}),
      Gpu(32, 1024, {.vendor_id = 0x10de, .device_id = 0x2684}),
      Cpu(true, {.vendor_id = 0x10005, .is_cpu = true}),
      Cpu(false, {.vendor_id = 0x1ae0, .device_id = 0xc0de, .is_cpu = true})};
  for (const gpu::DeviceLimits& limits : devices) {
    gpu::DeviceLimits uncapped = limits;
    uncapped.profile.max_tile = gpu::kLargestTile;
    for (const OpModel& model : Models()) {
      ExpectSameProgram(LowerOn(model, limits), LowerOn(model, uncapped));
    }
  }
}

TEST_F(TileCapTest, NoTileAndNoAlgorithmPassesIt) {
  const gpu::DeviceLimits devices[] = {Gpu(16, 512, {.vendor_id = 0x13b5, .device_id = 0xa8670000}),
                                       Gpu(128, 1024, {.vendor_id = 0x5143, .device_id = 0x06030001}),
                                       Gpu(32, 1024, {.vendor_id = 0x8086, .device_id = 0x9a49})};
  std::set<std::string_view> seen;
  for (const gpu::DeviceLimits& limits : devices) {
    ASSERT_EQ(limits.profile.max_tile, 4U);
    for (const OpModel& model : Models()) {
      const LoweredPartition estimated = LowerOn(model, limits);
      std::vector<Choices> configs = {{}};
      for (const ChoicePoint& point : estimated.choice_points) {
        for (const std::string& name : point.alternatives) configs.push_back({{point.key, name}});
      }
      for (const Choices& config : configs) {
        for (const gpu::Dispatch& dispatch : LowerOn(model, limits, {.choices = &config}).graph.dispatches) {
          EXPECT_LE(TileOf(dispatch), 4U) << dispatch.label;
          if (TileOf(dispatch) > 0) seen.insert(dispatch.shader->name);
        }
      }
    }
  }
  EXPECT_EQ(seen, (std::set<std::string_view>{"conv_2d", "depthwise_conv_2d", "fully_connected", "pool_2d"}));
}

}  // namespace
}  // namespace litevk::bench
