// Shape inference that the records of SEGMENT_SUM and of UNSORTED_SEGMENT_MAX, _MIN, _PROD and _SUM share.
#pragma once

#include <string>
#include <vector>

#include "runtime/opset/shapes/shape_check.h"
#include "runtime/opset/type_set.h"

namespace litevk {

inline constexpr TypeSet kSegmentTypes = {ir::DataType::kFloat32, ir::DataType::kInt32};

// Infers the output from ids whose dims are the first dims of the data. Each id names the segment of one
// slice of the data, which has the remaining dims.
inline Status InferUnsortedSegment(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 3));
  const ir::Shape& data = query.input(0);
  const ir::Shape& ids = query.input(1);
  bool is_prefix = ids.rank() <= data.rank();
  for (int axis = 0; is_prefix && axis < ids.rank(); ++axis) {
    is_prefix = ir::MayEqual(ids[axis], data[axis]);
  }
  if (!is_prefix) {
    return InvalidArgument("segment_ids has dims " + ids.ToString() +
                           ", expected the first dims of the data, " + data.ToString());
  }
  if (query.input(2).rank() > 1) LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(2), 1, "num_segments"));
  LITEVK_ASSIGN_OR_RETURN(const int64_t segments, ir::ReadStoredIndex(query, 2, "num_segments"));
  std::vector<int64_t> dims = {segments};
  dims.insert(dims.end(), data.dims().begin() + ids.rank(), data.dims().end());
  return ir::SetOutput(query, dims);
}

}  // namespace litevk
