// Values that are kept from run to run are read and assigned in one layout, which the plan chooses.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "runtime/layout/plan_layouts.h"
#include "tests/runtime/layout/layout_graph_builder.h"

namespace litevk {
namespace {

const Permutation kChannelsFirst = {0, 3, 1, 2};
const Permutation kOwn;

class States : public testing::Test {
 protected:
  Result<LayoutPlan> PlanWith(const std::vector<NamedLayout>& named) {
    LayoutRequest request = model_.Request();
    request.named = named;
    return PlanLayouts(model_.graph(), request);
  }

  LayoutPlan Plan(const std::vector<NamedLayout>& named = {}) {
    const Result<LayoutPlan> plan = PlanWith(named);
    EXPECT_TRUE(plan.ok()) << plan.status().message();
    return plan.ok() ? *plan : LayoutPlan{.states = {kOwn}};
  }

  std::string Refusal(const std::vector<NamedLayout>& named) {
    const Result<LayoutPlan> plan = PlanWith(named);
    return plan.ok() ? "" : plan.status().message();
  }

  test::LayoutGraphBuilder model_;
  ir::TensorId image_ = model_.Input({1, 4, 4, 3});
};

TEST_F(States, MoveWhereThatSavesTransposes) {
  const ir::TensorId state = model_.State("kept");
  const ir::TensorId pooled = model_.Pool(model_.Add(model_.ReadState(state, {1, 4, 4, 3}), image_));
  model_.AssignState(state, pooled);
  model_.Pool(model_.ReadState(state, {1, 4, 4, 3}));

  const LayoutPlan plan = Plan();

  EXPECT_EQ(plan.states[0], kChannelsFirst);
  EXPECT_EQ(plan.nodes[0].outputs[0], kChannelsFirst);
  EXPECT_EQ(plan.nodes[3].inputs[1], kChannelsFirst);
  EXPECT_EQ(plan.transposes.size(), 1) << "the input's";
}

TEST_F(States, StayWhereNothingIsGained) {
  const ir::TensorId state = model_.State("kept");
  model_.Output(model_.Pool(model_.ReadState(state, {1, 4, 4, 3})));
  model_.AssignState(state, image_);
  EXPECT_EQ(Plan().states[0], kOwn) << "one Transpose in front of it or behind it";

  EXPECT_EQ(Plan({{"kept", "NHWC", "NCHW"}}).states[0], kChannelsFirst);
}

TEST_F(States, OfSeveralDimsStay) {
  const ir::TensorId state = model_.State("kept");
  model_.Output(model_.Pool(model_.ReadState(state, {1, 4, 4, 3})));
  model_.AssignState(state, model_.Pool(model_.Input({1, 5, 4, 3})));
  EXPECT_EQ(Plan().states[0], kOwn);
}

TEST_F(States, RefuseNamesThatContradict) {
  const ir::TensorId state = model_.State("kept"), matrix = model_.State("matrix");
  const ir::TensorId read = model_.ReadState(state, {1, 4, 4, 3});
  model_.AssignState(state, model_.Pool(read));
  model_.AssignState(matrix, model_.ReadState(matrix, {4, 3}));
  const std::string contradiction =
      ": expected one that its operator and other layouts allow, found a contradiction";
  EXPECT_EQ(Refusal({{"kept", "HWC", "CHW"}}),
            "layout of tensor kept: expected a letter for each of its 4 dims, found HWC");
  EXPECT_EQ(Refusal({{"matrix", "NC", "CN"}}), "layout of tensor matrix" + contradiction);
  EXPECT_EQ(Refusal({{"t" + std::to_string(read), "NHWC", "NCHW"}, {"kept", "NHWC", "NHWC"}}),
            "layout of tensor kept" + contradiction);
  EXPECT_EQ(Refusal({{"kept", "NHWC", "NCHW"}, {"kept", "NHWC", "NHWC"}}),
            "layout of tensor kept: found two that differ");
}

}  // namespace
}  // namespace litevk
