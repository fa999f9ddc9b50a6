// Attribution of wrong values to nodes.
#include "delegate/verify/node_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "delegate/verify/switched_off.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "tests/host/model_builder.h"

namespace litevk::test {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

constexpr abi::TfLiteAddParams kPlain = {.activation = abi::kTfLiteActNone, .pot_scale_int16 = false};

// x, RELU, ADD of 1, MUL by 100, FLOOR.
class NodeCheckTest : public testing::Test {
 protected:
  std::vector<Departure> Check(
      std::initializer_list<std::pair<const ir::TensorId, std::vector<float>>> computed) {
    values_ = computed;
    DeviceRun run;
    run.inputs[x_] = std::as_bytes(std::span(input_));
    for (const auto& [id, value] : values_) run.computed[id] = std::as_bytes(std::span(value));
    NodeCheck check(model_.graph(), positions_);
    auto departures = check.Run(run);
    EXPECT_TRUE(departures.ok()) << departures.status().message();
    return departures.ok() ? *departures : std::vector<Departure>();
  }

  ModelBuilder model_;
  const ir::TensorId x_ = model_.Input({2});
  const ir::TensorId relu_ = model_.Node(abi::kTfLiteBuiltinRelu, {x_}, {2});
  const ir::TensorId sum_ =
      model_.Node(abi::kTfLiteBuiltinAdd, {relu_, model_.Floats({1}, {1})}, {2}, kPlain);
  const ir::TensorId scaled_ =
      model_.Node(abi::kTfLiteBuiltinMul, {sum_, model_.Floats({1}, {100})}, {2}, kPlain);
  const ir::TensorId floor_ = model_.Node(abi::kTfLiteBuiltinFloor, {scaled_}, {2});
  std::vector<int> positions_ = {0, 1, 2, 3};
  std::vector<float> input_ = {-3, 0.255F};
  std::unordered_map<ir::TensorId, std::vector<float>> values_;
};

TEST_F(NodeCheckTest, RightValuesDoNotDepart) {
  EXPECT_THAT(
      Check({{relu_, {0, 0.255F}}, {sum_, {1, 1.255F}}, {scaled_, {100, 125.5F}}, {floor_, {100, 125}}}),
      IsEmpty());
}

// A node is computed from the values that the device has, so that only the one at fault departs.
TEST_F(NodeCheckTest, ANodeBehindAWrongOneIsRight) {
  const auto departures =
      Check({{relu_, {0, 0.255F}}, {sum_, {1, 7}}, {scaled_, {100, 700}}, {floor_, {100, 700}}});
  ASSERT_THAT(departures, SizeIs(1));
  EXPECT_EQ(departures[0].position, 1);
  EXPECT_EQ(departures[0].tensor, sum_);
  EXPECT_FLOAT_EQ(static_cast<float>(departures[0].expected), 1.255F);
}

TEST_F(NodeCheckTest, EveryWrongNodeIsNamed) {
  const auto departures =
      Check({{relu_, {1, 0.255F}}, {sum_, {2, 1.255F}}, {scaled_, {200, 125.5F}}, {floor_, {200, 120}}});
  ASSERT_THAT(departures, SizeIs(2));
  EXPECT_EQ(departures[0].position, 0);
  EXPECT_EQ(departures[1].position, 3);
}

// MUL makes 1e-3 of the 1e-5 that the sum inside of the dispatch may be off by.
TEST_F(NodeCheckTest, BoundsInsideOfADispatchAreCarriedOn) {
  EXPECT_THAT(Check({{relu_, {0, 0.255F}}, {scaled_, {100.002F, 125.502F}}, {floor_, {100, 125}}}),
              IsEmpty());
  EXPECT_THAT(Check({{relu_, {0, 0.255F}}, {scaled_, {100.01F, 125.5F}}, {floor_, {100, 125}}}), SizeIs(1));
}

// A step is allowed only where a float inside of the dispatch is near a whole number.
TEST_F(NodeCheckTest, AStepIsAllowedNearIt) {
  EXPECT_THAT(Check({{relu_, {0, 0.255F}}, {floor_, {99, 125}}}), IsEmpty());
  EXPECT_THAT(Check({{relu_, {0, 0.255F}}, {floor_, {100, 124}}}), SizeIs(1));
}

TEST_F(NodeCheckTest, KernelsAreSwitchedOffByWhatTheyDependOn) {
  const ir::Graph& graph = model_.graph();
  SwitchedOff& off = SwitchedOff::On("a device");
  EXPECT_TRUE(off.empty());
  off.AddOnCpu(KernelKeyOf(graph, graph.nodes[1]), "it is wrong");
  EXPECT_FALSE(off.empty());
  EXPECT_EQ(off.WhyOnCpu(KernelKeyOf(graph, graph.nodes[1])), "it is wrong");
  EXPECT_EQ(off.WhyOnCpu(KernelKeyOf(graph, graph.nodes[2])), "");
  EXPECT_TRUE(SwitchedOff::On("another device").empty());
  ir::Node relu6 = graph.nodes[1];
  constexpr abi::TfLiteAddParams kRelu6 = {.activation = abi::kTfLiteActRelu6, .pot_scale_int16 = false};
  relu6.params = ir::Params(&kRelu6, sizeof(kRelu6));
  EXPECT_EQ(off.WhyOnCpu(KernelKeyOf(graph, relu6)), "");
  EXPECT_TRUE(off.AddApart("a key"));
  EXPECT_FALSE(off.AddApart("a key"));
  EXPECT_TRUE(off.AddAlternatives("a choice", {"tile 8", "tile 4"}));
  EXPECT_FALSE(off.AddAlternatives("a choice", {"tile 4"}));
  SwitchedOff::ForgetAll();
  EXPECT_TRUE(off.empty());
}

}  // namespace
}  // namespace litevk::test
