// Shapes of the elementwise operators, of reductions and of resizes; the other families have files of their
// own.
#include "runtime/opset/shapes/shape_inference.h"

#include <algorithm>
#include <string>

#include "runtime/opset/shapes/open_operands.h"
#include "runtime/opset/shapes/shape_check.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::ir {
namespace {

bool KeepsDims(const ShapeQuery& query) { return query.params.As<abi::TfLiteReducerParams>().keep_dims; }

}  // namespace

Status SameAsInput(const ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(CheckInputs(query, 1));
  return SetOutput(query, {query.input(0).dims().begin(), query.input(0).dims().end()});
}

Status BroadcastInputs(const ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(CheckInputs(query, 2));
  Shape output;
  if (!Broadcast(query.input(0), query.input(1), &output)) {
    return InvalidArgument("inputs have dims " + query.input(0).ToString() + " and " +
                           query.input(1).ToString() + ", expected equal dims or 1");
  }
  return SetOutput(query, {output.dims().begin(), output.dims().end()});
}

Status InferReduce(const ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(CheckInputs(query, 2));
  const Shape& input = query.input(0);
  if (const bool one_axis = query.input(1) == Shape{} || query.input(1) == Shape{1};
      IsPlanned(query, 1) && (KeepsDims(query) || one_axis)) {
    return SetOpenOutput(query, KeepsDims(query) ? input.rank() : std::max(input.rank() - 1, 0));
  }
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int> axes, ReadStoredInts(query, 1, "axis"));
  if (input.rank() == 0) return SetOutput(query, {});  // the axes of a scalar go unused
  std::vector<bool> reduced(static_cast<size_t>(input.rank()), false);
  for (const int entry : axes) {
    LITEVK_ASSIGN_OR_RETURN(const int axis, ResolveAxis(entry, input.rank()));
    reduced[static_cast<size_t>(axis)] = true;
  }
  std::vector<int64_t> dims;
  for (int axis = 0; axis < input.rank(); ++axis) {
    if (!reduced[static_cast<size_t>(axis)]) {
      dims.push_back(input[axis]);
    } else if (KeepsDims(query)) {
      dims.push_back(1);
    }
  }
  return SetOutput(query, dims);
}

Status InferResize(const ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(CheckInputs(query, 2));
  const Shape& input = query.input(0);
  LITEVK_RETURN_IF_ERROR(CheckRank(input, 4, "input"));
  LITEVK_RETURN_IF_ERROR(CheckRank(query.input(1), 1, "size"));
  if (IsPlannedVector(query, 1) && query.input(1) == Shape{2}) {
    return SetOutput(query, {input[0], kUnknownDim, kUnknownDim, input[3]});
  }
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int> size, ReadStoredInts(query, 1, "size"));
  if (size.size() != 2) {
    return InvalidArgument("size has " + std::to_string(size.size()) + " values, expected 2");
  }
  if (size[0] <= 0 || size[1] <= 0) {
    return InvalidArgument("size is " + std::to_string(size[0]) + "x" + std::to_string(size[1]) +
                           ", expected 1 or more");
  }
  if (input[1] == 0 || input[2] == 0) {
    return InvalidArgument("input has dims " + input.ToString() + ", expected a pixel to interpolate");
  }
  return SetOutput(query, {input[0], size[0], size[1], input[3]});
}

}  // namespace litevk::ir
