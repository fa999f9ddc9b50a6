// A device whose limits are artificially small. Nodes of a partition that exceed them, and that no verdict
// could know, run on the CPU, one by one.
#include <cmath>

#include "delegate/engine/current_device.h"
#include "delegate/engine/over_limits.h"
#include "delegate/engine/partition_memory.h"
#include "delegate/engine/plan.h"
#include "runtime/vk/acquire_device.h"
#include "tests/delegate/kernel/judged.h"
#include "tests/delegate/plugin/delegate_fixture.h"

namespace litevk::test {
namespace {

class LimitsTest : public DelegateTest {
 protected:
  LimitsTest() {
    engine_.logger = Logger(LogLevel::kWarning);
    engine_.report = std::make_shared<ReportWriter>("", engine_.logger, OptionPairs());
    auto device = vk::AcquireDevice({.allow_cpu_device = true});
    EXPECT_TRUE(device.ok()) << device.status().message();
    if (!device.ok()) return;
    engine_.device = std::make_shared<CurrentDevice>(*device);
    engine_.limits = (*device)->limits();
    engine_.limits.max_workgroup_count = {1, 1, 1};
  }

  // Adds RELU of a few values and TANH of many.
  void BuildSmallAndLarge() {
    const int small = model_.Input({4});
    const int large = model_.Input({64, 64, 8});
    const int relu = model_.Node(abi::kTfLiteBuiltinRelu, {small}, {4});
    const int tanh = model_.Node(abi::kTfLiteBuiltinTanh, {large}, {64, 64, 8});
    partition_.positions = {0, 1};
    partition_.inputs = {small, large};
    partition_.outputs = {relu, tanh};
    partition_.graph_index = std::make_shared<ir::GraphIndex>(model_.graph());
    partition_.memory = std::make_shared<PartitionMemory>();
  }

  static TensorLocation LocationOf(std::vector<float>& values) {
    return TensorLocation{.bytes = std::as_writable_bytes(std::span(values))};
  }

  ModelBuilder model_;
  Partition partition_;
  Engine engine_;
};

TEST_F(LimitsTest, ANodeOfTooManyWorkgroupsRunsOnTheCpu) {
  BuildSmallAndLarge();
  testing::internal::CaptureStderr();
  auto plan = Plan::Create(Judged(model_.graph(), engine_.limits), partition_, {{4}, {64, 64, 8}}, engine_);
  const std::string log = testing::internal::GetCapturedStderr();
  ASSERT_TRUE(plan.ok()) << plan.status().message();
  EXPECT_THAT(log, testing::HasSubstr("TANH node 1: tanh node 1: expected workgroups at most 1, found "));
  EXPECT_THAT(log, testing::HasSubstr("1 of its 2 nodes run on the CPU"));
  std::vector<float> small = SomeValues(4);
  std::vector<float> large = SomeValues(int64_t{64} * 64 * 8);
  std::vector<float> relu(small.size());
  std::vector<float> tanh(large.size());
  std::vector<TensorLocation> inputs = {LocationOf(small), LocationOf(large)};
  std::vector<TensorLocation> outputs = {LocationOf(relu), LocationOf(tanh)};
  ASSERT_TRUE((*plan)->Run(inputs, outputs).ok());
  for (size_t i = 0; i < relu.size(); ++i) EXPECT_EQ(relu[i], std::max(small[i], 0.0F));
  for (size_t i = 0; i < tanh.size(); i += 97) EXPECT_FLOAT_EQ(tanh[i], std::tanh(large[i]));
}

TEST_F(LimitsTest, TheVerdictSaysSoBeforeThereIsAPlan) {
  BuildSmallAndLarge();
  std::vector<Verdict> verdicts(2);
  const Judged judged(model_.graph(), engine_.limits);
  const auto reject = [&](const std::vector<int>& positions) {
    return RejectOverLimits(judged, *partition_.graph_index, model_.graph(), {positions}, engine_.options,
                            verdicts);
  };
  EXPECT_TRUE(reject({0, 1}));
  EXPECT_TRUE(verdicts[0].supported());
  EXPECT_EQ(verdicts[1].code, ReasonCode::kDeviceLimit);
  EXPECT_THAT(verdicts[1].reason, testing::StartsWith("tanh node 1: expected workgroups at most 1, found "));
  EXPECT_FALSE(reject({0}));
}

// A join in place is no dispatch until the nodes that write its parts run on the CPU.
TEST_F(LimitsTest, ANodeThatIsTooLargeOnceOthersAreGoneRunsOnTheCpuToo) {
  const ir::Shape part = {64, 64, 4};
  const int x = model_.Input(part);
  const int y = model_.Input(part);
  const int a = model_.Node(abi::kTfLiteBuiltinTanh, {x}, part);
  const int b = model_.Node(abi::kTfLiteBuiltinTanh, {y}, part);
  const int joined = model_.Node(abi::kTfLiteBuiltinConcatenation, {a, b}, {128, 64, 4},
                                 abi::TfLiteConcatenationParams{.axis = 0});
  const int relu = model_.Node(abi::kTfLiteBuiltinRelu, {joined}, {128, 64, 4});
  partition_.positions = {0, 1, 2, 3};
  partition_.inputs = {x, y};
  partition_.outputs = {relu};
  partition_.graph_index = std::make_shared<ir::GraphIndex>(model_.graph());
  partition_.memory = std::make_shared<PartitionMemory>();
  testing::internal::CaptureStderr();
  auto plan = Plan::Create(Judged(model_.graph(), engine_.limits), partition_, {part, part}, engine_);
  const std::string log = testing::internal::GetCapturedStderr();
  ASSERT_TRUE(plan.ok()) << plan.status().message();
  EXPECT_THAT(log, testing::HasSubstr("3 of its 4 nodes run on the CPU"));
  EXPECT_THAT(log, testing::Not(testing::HasSubstr("could not be built")));
  std::vector<float> left = SomeValues(int64_t{64} * 64 * 4);
  std::vector<float> right = left;
  std::vector<float> result(left.size() * 2);
  std::vector<TensorLocation> inputs = {LocationOf(left), LocationOf(right)};
  std::vector<TensorLocation> outputs = {LocationOf(result)};
  ASSERT_TRUE((*plan)->Run(inputs, outputs).ok());
  for (size_t i = 0; i < result.size(); i += 97) {
    EXPECT_FLOAT_EQ(result[i], std::max(std::tanh(left[i % left.size()]), 0.0F));
  }
}

TEST_F(LimitsTest, WithStrictItIsAnError) {
  BuildSmallAndLarge();
  engine_.options.strict = true;
  const auto plan =
      Plan::Create(Judged(model_.graph(), engine_.limits), partition_, {{4}, {64, 64, 8}}, engine_);
  ASSERT_FALSE(plan.ok());
  EXPECT_THAT(plan.status().message(), testing::HasSubstr("tanh node 1: expected workgroups at most 1"));
}

}  // namespace
}  // namespace litevk::test
