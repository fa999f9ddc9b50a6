// Whole numbers of 8 and 16 bits as the cells of quantized LSTMs compute with them: in float64, in which
// their products are exact.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "runtime/onnx/node_writer.h"
#include "runtime/onnx/stored_elements.h"

namespace litevk::to_onnx {

// Returns the range of a type, or what of it is within a bound above 0 and its negative.
ir::IntegerRange RangeWithin(int32_t bound, ir::DataType type);

// Returns numbers cut off at the ends of a range.
Name CutOff(NodeWriter& node, const Name& numbers,
            const ir::IntegerRange& range = ir::RangeOf(ir::DataType::kInt16));

// Returns the products of two numbers divided by 2^bits and rounded, halves away from zero.
Name ShiftedProduct(NodeWriter& node, const Name& left, const Name& right, int bits);

// Returns a table of what a function makes of every number of int16, and what it has of numbers.
Name TableOf(NodeWriter& node, const std::function<int16_t(int16_t)>& function);
Name LookedUp(NodeWriter& node, const Name& table, const Name& numbers);

// Returns numbers plus a zero point, cut off at the ends of a range of int8, as uint8, 128 higher.
Name RaisedBytes(NodeWriter& node, const Name& numbers, int32_t zero_point, const ir::IntegerRange& range);

// Returns numbers of int8 as such ones, and the other way.
Name Raised(NodeWriter& node, const Name& numbers);
Name Lowered(NodeWriter& node, const Name& numbers);

// Returns the largest magnitude of whole numbers.
double LargestMagnitude(const std::vector<int32_t>& values);

Name Int32s(NodeWriter& node, const std::vector<int32_t>& values, const std::vector<int64_t>& dims);

// Returns stored matrices, {rows, columns} each, as one of such numbers: {columns, all rows}. Those of uint8
// stay what they are.
Name RaisedColumns(NodeWriter& node, const std::vector<size_t>& inputs);

// Returns the sums of products of such numbers with such columns: int32. Zero points are those of int8.
Name ProductWithColumns(NodeWriter& node, const Name& numbers, int32_t zero_point, const Name& columns,
                        int32_t zero_point_of_columns = 0);

// Fails where a run computes one of these inputs.
Status CheckStored(const NodeWriter& node, const std::vector<size_t>& inputs);

}  // namespace litevk::to_onnx
