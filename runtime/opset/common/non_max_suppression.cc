#include "runtime/opset/common/non_max_suppression.h"

#include <algorithm>
#include <array>
#include <string>

#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

constexpr std::array kLimits = {"max_output_size", "iou_threshold", "score_threshold", "soft_nms_sigma"};

Status CheckBoxes(const ir::Shape& boxes, const ir::Shape& scores) {
  ir::Shape expected = {scores.rank() == 1 ? scores[0] : 0, 4};
  if (scores.rank() == 1 && ir::Agree(expected, boxes)) return {};
  return InvalidArgument("boxes have dims " + boxes.ToString() + " and scores " + scores.ToString() +
                         ", expected four corners and one score of each box");
}

}  // namespace

Status InferNonMaxSuppression(const ir::ShapeQuery& query) {
  const auto inputs = static_cast<int>(query.inputs.size());
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, inputs));
  LITEVK_RETURN_IF_ERROR(CheckBoxes(query.input(kBoxes), query.input(kScores)));
  for (int index = kMostSelected; index < inputs; ++index) {
    const char* name = kLimits.at(static_cast<size_t>(index - kMostSelected));
    LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(index), 0, name));
  }
  query.outputs.back() = ir::Shape();
  const Result<int64_t> most = ir::ReadStoredIndex(query, kMostSelected, "max_output_size");
  if (most.status().code() == StatusCode::kNeedsValues) {
    std::ranges::fill(query.outputs.first(query.outputs.size() - 1), ir::Shape{ir::kUnknownDim});
    return {};
  }
  if (!most.ok()) return most.status();
  for (size_t index = 0; index + 1 < query.outputs.size(); ++index) {
    LITEVK_RETURN_IF_ERROR(ir::SetOutput(query, index, {*most}));
  }
  return {};
}

}  // namespace litevk
