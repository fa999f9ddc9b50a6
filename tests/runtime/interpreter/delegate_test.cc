// Delegates: partitions, memory, failures, dynamic tensors and buffer handles.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/runtime/interpreter/delegate_models.h"
#include "tests/runtime/interpreter/test_interpreter.h"
#include "tests/runtime/interpreter/toy_delegate.h"

namespace litevk::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Delegate, GetsPartitions) {
  TestModel model = MakeModel();
  ToyDelegate toy;
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter->ModifyGraphWithDelegate(toy.get()));
  EXPECT_THAT(interpreter.main().plan(), ElementsAre(4, 1, 5));
  EXPECT_THAT(ToVector(interpreter.main().node(5).inputs), ElementsAre(1, 2));
  EXPECT_THAT(ToVector(interpreter.main().node(5).outputs), ElementsAre(4));
  EXPECT_EQ(interpreter.main().registration(4).builtin_code, abi::kTfLiteBuiltinDelegate);
  ExpectRuns(interpreter);
  EXPECT_EQ(interpreter.main().tensor(3).data.data, nullptr) << "the partition's own";
  EXPECT_THAT(toy.events, ElementsAre("prepare", "init 0", "init 2 3", "prepare kernel", "prepare kernel",
                                      "invoke kernel", "invoke kernel"));
}

TEST(Delegate, GetsOneNodeEachWhereAllTensorsArePreserved) {
  TestModel model = MakeModel();
  ToyDelegate toy;
  TestInterpreter interpreter(model, {.preserve_all_tensors = true});
  ASSERT_OK(interpreter->ModifyGraphWithDelegate(toy.get()));
  EXPECT_THAT(interpreter.main().plan(), ElementsAre(4, 1, 5, 6));
  ExpectRuns(interpreter);
  EXPECT_EQ(interpreter.Values(3)[0], 42);
}

TEST(Delegate, MayClaimNothing) {
  TestModel model = MakeModel();
  ToyDelegate toy({.claims = {}});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter->ModifyGraphWithDelegate(toy.get()));
  EXPECT_THAT(interpreter.main().plan(), ElementsAre(0, 1, 2, 3));
  ExpectRuns(interpreter);
}

TEST(Delegate, MayComeAfterAllocation) {
  TestModel model = MakeModel();
  ToyDelegate toy;
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter->AllocateTensors());
  ASSERT_OK(interpreter->ModifyGraphWithDelegate(toy.get()));
  EXPECT_OK(interpreter->Invoke()) << "it stays ready to run";
  ExpectRuns(interpreter);
}

TEST(Delegate, PreviewsPartitions) {
  TestModel model = MakeModel();
  std::vector<std::vector<int>> previewed;
  ToyDelegate toy({.claims = {}, .probe = [&](abi::TfLiteContext* context) {
                     abi::TfLiteDelegateParams* partitions = nullptr;
                     int count = 0;
                     const IntArray nodes = MakeIntArray({0, 2, 3});
                     const auto status =
                         context->PreviewDelegatePartitioning(context, nodes.get(), &partitions, &count);
                     for (int i = 0; i < count; ++i) {
                       EXPECT_EQ(partitions[i].delegate, nullptr);
                       previewed.push_back(ToVector(partitions[i].nodes_to_replace));
                     }
                     return status;
                   }});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter->ModifyGraphWithDelegate(toy.get()));
  EXPECT_THAT(previewed, ElementsAre(ElementsAre(0), ElementsAre(2, 3)));
  EXPECT_THAT(interpreter.main().plan(), ElementsAre(0, 1, 2, 3));
}

TEST(Delegate, CannotClaimNodesThatAreNotThere) {
  TestModel model = MakeModel();
  ToyDelegate toy({.claims = {}, .probe = [](abi::TfLiteContext* context) {
                     const IntArray nodes = MakeIntArray({99});
                     return context->ReplaceNodeSubsetsWithDelegateKernels(context, {}, nodes.get(), nullptr);
                   }});
  TestInterpreter interpreter(model);
  EXPECT_THAT(interpreter->ModifyGraphWithDelegate(toy.get()).message(), HasSubstr("node 99 of 4"));
  ExpectRuns(interpreter);
}

TEST(Delegate, VisitsOtherSubgraphs) {
  TestModel model = MakeModel();
  model.AddSubgraph("second");
  model.AddSubgraph("VALIDATION:main");
  std::vector<abi::TfLiteStatus> statuses;
  ToyDelegate toy({.claims = {}, .probe = [&](abi::TfLiteContext* context) {
                     abi::TfLiteContext* other = nullptr;
                     abi::TfLiteIntArray* plan = nullptr;
                     statuses.push_back(context->AcquireSubgraphContext(context, 1, &other));
                     statuses.push_back(other->GetExecutionPlan(other, &plan));
                     statuses.push_back(context->ReleaseSubgraphContext(context, 1));
                     statuses.push_back(context->AcquireSubgraphContext(context, 3, &other));
                     return abi::kTfLiteOk;
                   }});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter->ModifyGraphWithDelegate(toy.get()));
  EXPECT_THAT(toy.events, ElementsAre("prepare", "prepare")) << "validation is left alone";
  EXPECT_THAT(statuses, testing::Each(testing::AnyOf(abi::kTfLiteOk, abi::kTfLiteError)));
  EXPECT_EQ(std::ranges::count(statuses, abi::kTfLiteError), 2);
}

TEST(Delegate, WhosePrepareFailsIsRemoved) {
  TestModel model = MakeModel();
  ToyDelegate toy({.fails_after_replace = true});
  ToyDelegate other;
  TestInterpreter interpreter(model);
  const Status status = interpreter->ModifyGraphWithDelegate(toy.get());
  EXPECT_EQ(status.code(), StatusCode::kDelegateFailed);
  EXPECT_EQ(status.message(),
            "the toy cannot go on\nRestored original execution plan after delegate application failure.");
  EXPECT_THAT(interpreter.main().plan(), ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(std::ranges::count(toy.events, "free kernel"), 2);
  ExpectRuns(interpreter);
  EXPECT_OK(interpreter->ModifyGraphWithDelegate(other.get())) << "another one may try";
  ExpectRuns(interpreter);
}

TEST(Delegate, WhoseKernelIsNotMadeIsRemoved) {
  TestModel model = MakeModel();
  ToyDelegate toy({.fails_in_init = true});
  TestInterpreter interpreter(model);
  const Status status = interpreter->ModifyGraphWithDelegate(toy.get());
  EXPECT_THAT(status.message(), HasSubstr("Failed to initialize kernel."));
  EXPECT_EQ(std::ranges::count(toy.events, "free kernel"), 0) << "there is none";
  ExpectRuns(interpreter);
}

TEST(Delegate, WhoseKernelIsNotMadeLeavesThePlan) {
  TestModel model = MakeModel();
  ToyDelegate toy({.fails_in_init = true, .ignores_claim_failure = true});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter->ModifyGraphWithDelegate(toy.get()));
  EXPECT_THAT(interpreter.main().plan(), ElementsAre(0, 1, 2, 3));
  ExpectRuns(interpreter);
}

TEST(Delegate, WhichChangedWhatNodesReadIsUndone) {
  TestModel model = MakeModel();
  ToyDelegate toy({.claims = {}, .probe = [](abi::TfLiteContext* context) {
                     abi::TfLiteNode* node = nullptr;
                     abi::TfLiteRegistration* registration = nullptr;
                     context->GetNodeAndRegistration(context, 1, &node, &registration);
                     node->inputs->data[0] = 0;
                     return abi::kTfLiteError;
                   }});
  TestInterpreter interpreter(model);
  EXPECT_EQ(interpreter->ModifyGraphWithDelegate(toy.get()).code(), StatusCode::kDelegateFailed);
  EXPECT_THAT(ToVector(interpreter.main().node(1).inputs), ElementsAre(1, 1));
  ExpectRuns(interpreter);
}

TEST(Delegate, WhoseKernelCannotBePreparedFailsLate) {
  TestModel model = MakeModel();
  ToyDelegate toy({.fails_in_prepare = true});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter->ModifyGraphWithDelegate(toy.get()));
  EXPECT_THAT(interpreter->AllocateTensors().message(), HasSubstr("Node number 4 (Toy) failed to prepare."));
}

TEST(TwoDelegates, ShareTheNodes) {
  for (const int64_t first_flags : {0, 1}) {
    for (const int64_t second_flags : {0, 1}) {
      TestModel model = MakeModel();
      ToyDelegate first({.flags = first_flags, .name = "First"});
      ToyDelegate second({.claims = {abi::kTfLiteBuiltinMul}, .flags = second_flags, .name = "Second"});
      TestInterpreter interpreter(model);
      ASSERT_OK(interpreter->ModifyGraphWithDelegate(first.get()));
      ASSERT_OK(interpreter->ModifyGraphWithDelegate(second.get()));
      EXPECT_THAT(interpreter.main().plan(), ElementsAre(4, 6, 5));
      ExpectRuns(interpreter);
      ASSERT_OK(interpreter->ResizeInput(0, {3}));
      ExpectRuns(interpreter, {1, 2, 3});
    }
  }
}

TEST(TwoDelegates, AreBothRemovedWhenOneFails) {
  TestModel model = MakeModel();
  ToyDelegate first;
  ToyDelegate second({.claims = {abi::kTfLiteBuiltinMul}, .fails_after_replace = true});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter->ModifyGraphWithDelegate(first.get()));
  EXPECT_EQ(interpreter->ModifyGraphWithDelegate(second.get()).code(), StatusCode::kDelegateFailed);
  EXPECT_THAT(interpreter.main().plan(), ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(std::ranges::count(first.events, "free kernel"), 2);
  ExpectRuns(interpreter);
}

TEST(TwoDelegates, MayNotBeDynamicAfterAStaticOne) {
  TestModel model = MakeModel();
  ToyDelegate first({.claims = {abi::kTfLiteBuiltinMul}, .flags = abi::kTfLiteDelegateFlagsNone});
  ToyDelegate second({.makes_outputs_dynamic = true});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter->ModifyGraphWithDelegate(first.get()));
  EXPECT_THAT(interpreter->ModifyGraphWithDelegate(second.get()).message(),
              HasSubstr("Cannot allow dynamic tensors due to previous delegation"));
  EXPECT_THAT(interpreter.main().plan(), ElementsAre(0, 1, 2, 3));
  ExpectRuns(interpreter);
}

}  // namespace
}  // namespace litevk::test
