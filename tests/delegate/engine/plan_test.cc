// The graph that a plan reads: the one that all plans of a subgraph share, or a copy with other dims.
#include "delegate/engine/plan.h"

#include "tests/delegate/kernel/judged.h"
#include "tests/delegate/plugin/delegate_fixture.h"

namespace litevk::test {
namespace {

// RELU and TANH in a row, on kernels_ref.
class PlanTest : public testing::Test {
 protected:
  PlanTest() {
    engine_.report = std::make_shared<ReportWriter>("", engine_.logger, OptionPairs());
    partition_.positions = {0, 1};
    partition_.inputs = {input_};
    partition_.outputs = {output_};
  }

  std::unique_ptr<Plan> PlanFor(const ir::Shape& dims) {
    auto plan = Plan::Create(Judged(model_.graph()), partition_, {dims}, engine_);
    EXPECT_TRUE(plan.ok()) << plan.status().message();
    return plan.ok() ? std::move(*plan) : nullptr;
  }
  const ir::Shape& OutputDims() { return model_.graph().tensor(output_).dims; }

  ModelBuilder model_;
  const int input_ = model_.Input({2, 3});
  const int output_ =
      model_.Node(abi::kTfLiteBuiltinTanh, {model_.Node(abi::kTfLiteBuiltinRelu, {input_}, {2, 3})}, {2, 3});
  Partition partition_;
  Engine engine_;
};

TEST_F(PlanTest, SharesTheGraphThatHasItsDims) {
  const auto plan = PlanFor({2, 3});
  ASSERT_NE(plan, nullptr);
  EXPECT_EQ(&plan->dims(output_), &OutputDims());
}

TEST_F(PlanTest, HasAGraphOfItsOwnForOtherDims) {
  const auto plan = PlanFor({5, 3});
  ASSERT_NE(plan, nullptr);
  EXPECT_EQ(plan->dims(output_), ir::Shape({5, 3}));
  EXPECT_EQ(OutputDims(), ir::Shape({2, 3}));
}

TEST_F(PlanTest, HasAGraphOfItsOwnWhereDimsAreUnknown) {
  for (const int id : {input_, output_}) model_.tensor(id).dims = {ir::kUnknownDim, 3};
  const auto plan = PlanFor({2, 3});
  ASSERT_NE(plan, nullptr);
  EXPECT_EQ(plan->dims(output_), ir::Shape({2, 3}));
  EXPECT_TRUE(OutputDims().has_unknown());
}

}  // namespace
}  // namespace litevk::test
