// Rows of floats that are quantized to 8 bits when a node runs. Hybrid operators, with integer weights and
// other operands in float32, then multiply and add up integers, as in TFLite.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/ir/graph.h"

namespace litevk::ref {

// Quantized rows, one after the other: value ~ scale * number.
struct DynamicInt8Rows {
  std::vector<int16_t> integers;  // minus the row's zero point: -255 to 255
  std::vector<float> scales;      // one per row
  std::vector<int> zero_points;   // one per row; 0 if rows are symmetric
};

// Quantization of a row: value ~ scale * integer, where `integer` excludes the zero point. The zero point is
// 0 in symmetric rows.
struct RowParameters {
  float scale;
  int zero_point;
};

// Quantizes a row. Symmetric: the largest magnitude maps to -127 or 127. Asymmetric: the range of the values
// and 0 maps to -128 to 127.
RowParameters QuantizeRow(std::span<const float> values, bool is_asymmetric, int16_t* integers);

// Quantizes `count` rows of `size` values each.
DynamicInt8Rows QuantizeRows(const float* values, int64_t count, int64_t size, bool is_asymmetric);

// Returns the sum of products of a quantized row and a row of weights, modulo 2^32.
int32_t SumOfProducts(const int16_t* integers, const int8_t* weights, int64_t size);

// Integer weights {rows, columns}.
struct DynamicInt8Weights {
  const int8_t* integers;
  int64_t rows;
  int64_t columns;
};

// Writes {count, weights.rows}: the sums of products of each quantized row and each row of weights, modulo
// 2^32.
void MultiplyRows(const int16_t* integers, int64_t count, const DynamicInt8Weights& weights, int32_t* sums);

// Returns the scale of a slice of weights, which have one scale for all slices or one per slice.
inline float ScaleOfSlice(const ir::Tensor& weights, int64_t slice) {
  const std::vector<float>& scales = weights.quantization.scales;
  return scales[scales.size() == 1 ? 0 : static_cast<size_t>(slice)];
}

// Returns the scales of the first `count` slices.
inline std::vector<float> ScalesOfSlices(const ir::Tensor& weights, int64_t count) {
  std::vector<float> scales(static_cast<size_t>(count));
  for (int64_t slice = 0; slice < count; ++slice) {
    scales[static_cast<size_t>(slice)] = ScaleOfSlice(weights, slice);
  }
  return scales;
}

}  // namespace litevk::ref
