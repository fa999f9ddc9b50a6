// Items of lists that TensorFlow's converter replaces by two SLICEs and a CONCATENATION.
#include "onnx/passes/join_items.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "runtime/tflite/builtin_params.h"
#include "tests/onnx/passes/text_program.h"

namespace litevk::to_onnx {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

// The items in front of `at`, a new one, and those that begin `step` items behind `at`.
std::string ListWithItem(const std::string& step, const std::string& result_scale) {
  return R"(
    list: int8 4x3 scale 0.5
    item: int8 1x3 scale 0.5
    at: int32 1
    step: int32 1 = )" +
         step + R"(
    zeros: int32 2 = 0
    zero: int32 1 = 0
    whole: int32 1 = -1
    wholes: int32 2 = -1
    size: int32 2 = CONCATENATION(at, whole)
    front: int8 2x3 scale 0.5 = SLICE(list, zeros, size)
    next: int32 1 = ADD(at, step)
    begin: int32 2 = CONCATENATION(next, zero)
    behind: int8 1x3 scale 0.5 = SLICE(list, begin, wholes)
    result: int8 4x3 scale )" +
         result_scale + R"( = CONCATENATION(front, item, behind)
    return result)";
}

class JoinItemsTest : public testing::Test {
 protected:
  void Run(const std::string& step, const std::string& result_scale, int axis) {
    program_ = std::make_unique<TextProgram>(
        std::initializer_list<std::string_view>{ListWithItem(step, result_scale)});
    program_->SetParams("result", abi::TfLiteConcatenationParams{axis, abi::kTfLiteActNone});
    ASSERT_TRUE(program_->Run(JoinItems).ok());
  }

  std::unique_ptr<TextProgram> program_;
};

TEST_F(JoinItemsTest, AnItemIsReplacedByOneUpdate) {
  Run("1", "0.5", 0);
  EXPECT_THAT(program_->Nodes(),
              ElementsAre("CONCATENATION(at, whole) -> size", "ADD(at, step) -> next",
                          "CONCATENATION(next, zero) -> begin", "CONCATENATION(at, zero) -> begin",
                          "DYNAMIC_UPDATE_SLICE(list, item, begin) -> result"));
  EXPECT_THAT(program_->Refusals(), IsEmpty());
}

TEST_F(JoinItemsTest, SlicesThatLeaveOutAnItemStay) {
  Run("2", "0.5", 0);
  EXPECT_THAT(program_->Nodes(), Contains("CONCATENATION(front, item, behind) -> result"));
  EXPECT_THAT(program_->Refusals(),
              ElementsAre("node 5 CONCATENATION: the second SLICE does not begin one item behind the first "
                          "one"));
}

TEST_F(JoinItemsTest, ItemsThatChangeTheirScaleStay) {
  Run("1", "0.25", 0);
  EXPECT_THAT(program_->Refusals(), ElementsAre(StartsWith("node 5 CONCATENATION: it does not join a list")));
}

TEST_F(JoinItemsTest, ListsThatAreJoinedAlongAnotherDimStay) {
  Run("1", "0.5", 1);
  EXPECT_THAT(program_->Refusals(), ElementsAre(StartsWith("node 5 CONCATENATION: it does not join a list")));
}

}  // namespace
}  // namespace litevk::to_onnx
