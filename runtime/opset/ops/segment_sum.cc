#include <string>
#include <vector>

#include "runtime/opset/common/segments.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

// Counts the segments. Their ids must begin at 0, and each must be the previous one or the next.
Result<int64_t> CountSegments(const std::vector<int64_t>& ids) {
  int64_t last = -1;
  for (const int64_t id : ids) {
    if (id != last + 1 && (id != last || last < 0)) {
      return InvalidArgument("segment id " + std::to_string(id) + " comes after " +
                             (last < 0 ? "none" : std::to_string(last)) +
                             ", expected ids from 0 on without gaps");
    }
    last = id;
  }
  return last + 1;
}

Status InferSegmentSum(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  const ir::Shape& data = query.input(0);
  if (data.rank() == 0) return InvalidArgument("data is a scalar, expected 1 dim or more");
  if (query.input(1).rank() != 1 || !ir::MayEqual(query.input(1)[0], data[0])) {
    return InvalidArgument("segment_ids has dims " + query.input(1).ToString() + ", expected a vector of " +
                           std::to_string(data[0]) + ", dim 0 of the data");
  }
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> ids, ir::ReadStoredIndices(query, 1, "segment_ids"));
  std::vector<int64_t> dims(data.dims().begin(), data.dims().end());
  LITEVK_ASSIGN_OR_RETURN(dims[0], CountSegments(ids));
  return ir::SetOutput(query, dims);
}

}  // namespace

extern const OpInfo kOpInfo_segment_sum = {
    .op_code = abi::kTfLiteBuiltinSegmentSum,
    .name = "SEGMENT_SUM",
    .stem = "segment_sum",
    .versions =
        {
            {1, "2.2.0", "float32 and int32"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {{.element = kSegmentTypes, .inputs = {kT, kInt32}, .outputs = {kT}}},
    .infer_shapes = InferSegmentSum,
    .operands = {{"data", "segment_ids"}, {"output"}},
    .numeric_class = {NumericKind::kSum, {.factors = {0}, .counted_input = 0, .dims = {0}}},
    .layout = {LayoutRole::kTerminate},
    .cost = ReductionCost,
};

}  // namespace litevk
