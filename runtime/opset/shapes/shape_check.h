// Checks that the shape functions share. A diagnostic gives the subject, the value found and the value
// expected. The caller prepends the operator and the node.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "runtime/opset/shapes/shape_inference.h"

namespace litevk::ir {

// Ok if the first `required` inputs are present and there is an output. No input may have a negative dim
// other than kUnknownDim.
Status CheckInputs(const ShapeQuery& query, int required);
// Returns null if the optional input is absent or the node has fewer inputs.
const Tensor* OptionalInput(const ShapeQuery& query, int index);
Status CheckRank(const Shape& shape, int rank, std::string_view name);
// True if two dims are equal, or one of them is unknown.
constexpr bool MayEqual(int a, int b) { return a == b || IsUnknown(a) || IsUnknown(b); }
// True if all dims are equal or unknown. Unknown dims of `dims` are set to those of `others`.
bool Agree(Shape& dims, const Shape& others);
// Ok if the bias, if there is one, has a value for each output channel.
Status CheckBias(const ShapeQuery& query, int index, int channels);
// Returns the product of the dims, with unknown ones as 1. Fails above 2^31 - 1 elements, which TFLite counts
// with an int.
Result<int64_t> CountElements(const Shape& shape, std::string_view name);
// True if the operand is an int32 vector of known length whose values become known when a plan is made.
bool IsPlannedVector(const ShapeQuery& query, int index);
// Returns the values of an int32 operand of the model file, one per element of its dims.
Result<std::vector<int>> ReadStoredInts(const ShapeQuery& query, int index, std::string_view name);
// Returns the values of a stored operand of any signed integer type, or bool. The operator's types decide
// which it accepts.
Result<std::vector<int64_t>> ReadStoredIndices(const ShapeQuery& query, int index, std::string_view name);
// Returns the only value of a stored integer or bool operand.
Result<int64_t> ReadStoredIndex(const ShapeQuery& query, int index, std::string_view name);
// Returns `axis` counted from the front. Fails unless it is in [-rank, rank).
Result<int> ResolveAxis(int64_t axis, int rank);
// Sets output 0. Fails for a negative dim, other than kUnknownDim if an input has unknown dims, or for too
// many elements.
Status SetOutput(const ShapeQuery& query, const std::vector<int64_t>& dims);
// Sets output `index`. Also fails if the node has no such output.
Status SetOutput(const ShapeQuery& query, size_t index, const std::vector<int64_t>& dims);

}  // namespace litevk::ir
