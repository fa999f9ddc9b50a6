// STRIDED_SLICE: the index vectors and masks of the node, resolved for one input shape.
#include <algorithm>
#include <string>

#include "runtime/opset/shapes/shape_check.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::ir {
namespace {

// Largest number of entries. Entry i of the index vectors is bit i of a 32-bit mask.
constexpr int kMaxEntries = 31;

struct SliceSpec {
  std::vector<int> begin;
  std::vector<int> end;
  std::vector<int> stride;
  abi::TfLiteStridedSliceParams params;
  bool is_planned = false;  // true: begin or end become known only when a plan is made, and so do the sizes

  int size() const { return static_cast<int>(begin.size()); }
};

bool HasBit(int mask, int index) { return (static_cast<unsigned>(mask) >> index & 1U) != 0; }

// Returns zeros for values that become known only when a plan is made.
Result<std::vector<int>> ReadIndices(const ShapeQuery& query, int index, std::string_view name) {
  LITEVK_RETURN_IF_ERROR(CheckRank(query.input(index), 1, name));
  if (!IsPlannedVector(query, index)) return ReadStoredInts(query, index, name);
  return std::vector<int>(static_cast<size_t>(query.input(index)[0]), 0);
}

Result<SliceSpec> ReadSpec(const ShapeQuery& query) {
  SliceSpec spec;
  LITEVK_ASSIGN_OR_RETURN(spec.begin, ReadIndices(query, 1, "begin"));
  LITEVK_ASSIGN_OR_RETURN(spec.end, ReadIndices(query, 2, "end"));
  spec.is_planned = query.inputs[1]->is_planned() || query.inputs[2]->is_planned();
  LITEVK_RETURN_IF_ERROR(CheckRank(query.input(3), 1, "strides"));
  LITEVK_ASSIGN_OR_RETURN(spec.stride, ReadStoredInts(query, 3, "strides"));
  spec.params = query.params.As<abi::TfLiteStridedSliceParams>();
  if (spec.end.size() != spec.begin.size() || spec.stride.size() != spec.begin.size()) {
    return InvalidArgument("begin, end and strides have " + std::to_string(spec.begin.size()) + ", " +
                           std::to_string(spec.end.size()) + " and " + std::to_string(spec.stride.size()) +
                           " values, expected equal counts");
  }
  if (spec.size() > kMaxEntries) {
    return InvalidArgument("begin has " + std::to_string(spec.begin.size()) + " values, expected at most 31");
  }
  return spec;
}

// Returns the number of input axes that no entry names. The ellipsis stands for them, or else they follow the
// entries.
Result<int> UnnamedAxes(const SliceSpec& spec, int rank) {
  int ellipses = 0;
  int taken = 0;
  for (int index = 0; index < spec.size(); ++index) {
    if (HasBit(spec.params.ellipsis_mask, index)) {
      ++ellipses;
    } else if (!HasBit(spec.params.new_axis_mask, index)) {
      ++taken;
    }
  }
  if (ellipses > 1) {
    return InvalidArgument("ellipsis_mask names " + std::to_string(ellipses) + " entries, expected 1");
  }
  if (taken > rank) {
    return InvalidArgument("begin has entries for " + std::to_string(taken) + " dims, expected at most " +
                           std::to_string(rank) + " as in the input");
  }
  // TFLite's ellipsis takes one axis even if none is left. TensorFlow's takes none.
  if (ellipses == 1 && taken == rank) return Unsupported("the ellipsis covers no axis");
  return rank - taken;
}

void AppendAxis(int64_t begin, int64_t stride, int64_t size, SliceRange* range) {
  range->begin.push_back(static_cast<int>(begin));
  range->stride.push_back(static_cast<int>(stride));
  range->size.push_back(static_cast<int>(size));
}

void AppendWholeAxes(const Shape& input, int count, SliceRange* range, std::vector<int>* output) {
  for (int added = 0; added < count; ++added) {
    const int dim = input[static_cast<int>(range->begin.size())];
    AppendAxis(0, 1, dim, range);
    output->push_back(dim);
  }
}

int64_t ClampIndex(int64_t index, int64_t dim, int64_t stride) {
  if (index < 0) index += dim;
  return stride > 0 ? std::clamp<int64_t>(index, 0, dim) : std::clamp<int64_t>(index, -1, dim - 1);
}

Result<int64_t> EndOfEntry(const SliceSpec& spec, int index, int64_t begin, int64_t dim) {
  const auto position = static_cast<size_t>(index);
  const int64_t stride = spec.stride[position];
  if (!spec.params.offset) {
    if (HasBit(spec.params.end_mask, index)) return stride > 0 ? dim : -1;
    return ClampIndex(spec.end[position], dim, stride);
  }
  // TFLite neither clamps an end given as an offset nor applies its mask. If the end is outside of the input,
  // the output is undefined.
  const int64_t end = begin + spec.end[position];
  if (end >= 0 && end <= dim) return end;
  return Unsupported("entry " + std::to_string(index) + " ends at " + std::to_string(end) +
                     " by its offset, expected an end inside the dim of " + std::to_string(dim));
}

Status AppendEntry(const SliceSpec& spec, int index, int dim, SliceRange* range, std::vector<int>* output) {
  const auto position = static_cast<size_t>(index);
  const int64_t stride = spec.stride[position];
  if (stride == 0) return InvalidArgument("stride " + std::to_string(index) + " is 0");
  if (IsUnknown(dim)) {
    const bool shrinks = HasBit(spec.params.shrink_axis_mask, index);
    AppendAxis(0, stride, shrinks ? 1 : kUnknownDim, range);
    if (!shrinks) output->push_back(kUnknownDim);
    return {};
  }
  int64_t begin = ClampIndex(spec.begin[position], dim, stride);
  if (HasBit(spec.params.begin_mask, index)) begin = stride > 0 ? 0 : dim - 1;
  if (HasBit(spec.params.shrink_axis_mask, index)) {
    if (stride < 0 || begin >= dim) {
      return InvalidArgument("entry " + std::to_string(index) + " picks element " +
                             std::to_string(spec.begin[position]) + " with stride " + std::to_string(stride) +
                             " of a dim of " + std::to_string(dim));
    }
    AppendAxis(begin, stride, 1, range);
    return {};
  }
  LITEVK_ASSIGN_OR_RETURN(const int64_t end, EndOfEntry(spec, index, begin, dim));
  const int64_t toward = stride > 0 ? 1 : -1;
  const int64_t size = std::max<int64_t>(0, (end - begin + stride - toward) / stride);
  AppendAxis(size == 0 ? 0 : begin, stride, size, range);
  output->push_back(static_cast<int>(size));
  return {};
}

}  // namespace

Result<SliceRange> ResolveStridedSlice(const ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(CheckInputs(query, 4));
  const Shape& input = query.input(0);
  LITEVK_ASSIGN_OR_RETURN(const SliceSpec spec, ReadSpec(query));
  LITEVK_ASSIGN_OR_RETURN(const int unnamed_axes, UnnamedAxes(spec, input.rank()));
  if (spec.params.offset && unnamed_axes > 0) {
    return Unsupported("offset needs an entry for each of the " + std::to_string(input.rank()) + " dims");
  }
  SliceRange range;
  std::vector<int> output;
  for (int index = 0; index < spec.size(); ++index) {
    if (HasBit(spec.params.ellipsis_mask, index)) {
      AppendWholeAxes(input, unnamed_axes, &range, &output);
    } else if (HasBit(spec.params.new_axis_mask, index)) {
      output.push_back(1);
    } else {
      const int dim = spec.is_planned ? kUnknownDim : input[static_cast<int>(range.begin.size())];
      LITEVK_RETURN_IF_ERROR(AppendEntry(spec, index, dim, &range, &output));
    }
  }
  const int left = input.rank() - static_cast<int>(range.begin.size());
  AppendWholeAxes(input, left, &range, &output);
  range.output = Shape(std::move(output));
  return range;
}

Status InferStridedSlice(const ShapeQuery& query) {
  LITEVK_ASSIGN_OR_RETURN(const SliceRange range, ResolveStridedSlice(query));
  return SetOutput(query, {range.output.dims().begin(), range.output.dims().end()});
}

}  // namespace litevk::ir
