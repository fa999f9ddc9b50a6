// Integers of 8 and 16 bits for the cells of quantized LSTMs, held in float64, in which their products are
// exact.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "onnx/write/node_writer.h"
#include "onnx/write/stored_elements.h"

namespace litevk::to_onnx {

// Returns the range of a type, or [-bound, bound] if `bound` is above 0.
ir::IntegerRange RangeWithin(int32_t bound, ir::DataType type);

// Clips values to a range.
Name CutOff(Emitter& onnx, const Name& integers,
            const ir::IntegerRange& range = ir::RangeOf(ir::DataType::kInt16));

// Returns left * right * 2^-bits, ties rounded away from zero.
Name ShiftedProduct(Emitter& onnx, const Name& left, const Name& right, int bits);

// TableOf returns a table of a function's results for all int16 values. LookedUp returns its entries for
// values.
Name TableOf(Emitter& onnx, const std::function<int16_t(int16_t)>& function);
Name LookedUp(Emitter& onnx, const Name& table, const Name& integers);

// Returns values plus a zero point, clipped to a range of int8, as uint8 that are 128 higher.
Name RaisedBytes(Emitter& onnx, const Name& integers, int32_t zero_point, const ir::IntegerRange& range);

// Convert int8 to uint8 that are 128 higher, and back.
Name Raised(Emitter& onnx, const Name& integers);
Name Lowered(Emitter& onnx, const Name& integers);

// Returns the largest magnitude of the values.
double LargestMagnitude(const std::vector<int32_t>& values);

Name Int32s(Emitter& onnx, const std::vector<int32_t>& values, const std::vector<int64_t>& dims);

// Returns stored matrices, {rows, columns} each, joined to one uint8 matrix {columns, all rows}. int8 values
// are raised by 128, uint8 values are kept.
Name RaisedColumns(NodeWriter& node, const std::vector<size_t>& inputs);

// Returns the int32 sums of products of raised values with RaisedColumns(). The zero points are those of
// int8.
Name MatmulWithColumns(Emitter& onnx, const Name& integers, int32_t zero_point, const Name& columns,
                       int32_t zero_point_of_columns = 0);

// Fails if one of these inputs is computed at run time.
Status CheckStored(const NodeFacts& node, const std::vector<size_t>& inputs);

}  // namespace litevk::to_onnx
