// Checks that the shape functions share. A message says the thing, what was found and what was expected;
// the caller puts the operator and the node in front.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "runtime/opset/shape_inference.h"

namespace litevk::ir {

// Ok when the first `required` inputs are present, there is an output and no input has a negative dim that
// is not kUnknownDim.
Status CheckInputs(const ShapeQuery& query, int required);
// Null where the optional input is absent or the node has fewer inputs.
const Tensor* OptionalInput(const ShapeQuery& query, int index);
Status CheckRank(const Shape& shape, int rank, std::string_view name);
// Whether two dims are equal or may be, since one of them is unknown.
constexpr bool MayEqual(int a, int b) { return a == b || IsUnknown(a) || IsUnknown(b); }
// Whether all dims are equal or may be; what is unknown in `dims` is taken from `others`.
bool Agree(Shape& dims, const Shape& others);
// A bias, where the node has one, holds one value per output channel.
Status CheckBias(const ShapeQuery& query, int index, int channels);
// Product of the dims, an unknown one counted as 1; fails above the 2^31 - 1 elements that TFLite counts with
// an int.
Result<int64_t> CountElements(const Shape& shape, std::string_view name);
// Whether the operand is an int32 vector whose values are known when a plan is made, and its length now.
bool IsPlannedVector(const ShapeQuery& query, int index);
// The values of an int32 operand of the model file, one per element of its dims.
Result<std::vector<int>> ReadStoredInts(const ShapeQuery& query, int index, std::string_view name);
// Returns the values of a stored operand of any signed integer type, or bool; the operator's types say which
// it takes.
Result<std::vector<int64_t>> ReadStoredIndices(const ShapeQuery& query, int index, std::string_view name);
// The only value of such an operand.
Result<int64_t> ReadStoredIndex(const ShapeQuery& query, int index, std::string_view name);
// `axis` counted from the front; fails unless it is in [-rank, rank).
Result<int> ResolveAxis(int64_t axis, int rank);
// Writes output 0; fails when a dim is negative, kUnknownDim apart where an input is open, or the elements
// are too many.
Status SetOutput(const ShapeQuery& query, const std::vector<int64_t>& dims);
// Writes output `index`; fails too when the node has no such output.
Status SetOutput(const ShapeQuery& query, size_t index, const std::vector<int64_t>& dims);

}  // namespace litevk::ir
