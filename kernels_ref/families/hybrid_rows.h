// Rows of floats made numbers of 8 bits when a node runs, for the operators whose weights are integers and
// whose other operands are float32 ("hybrid"): what is multiplied and added up are integers then, as in
// TFLite.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/ir/graph.h"

namespace litevk::ref {

// Rows of numbers, row after row: value ~ scale * number.
struct HybridRows {
  std::vector<int16_t> numbers;  // without their row's zero point: -255 to 255
  std::vector<float> scales;     // of each row
  std::vector<int> zero_points;  // of each row, which are 0 where the rows are symmetric
};

// What a row's numbers stand for: value ~ scale * number. Without the zero point there, 0 in symmetric rows.
struct RowParameters {
  float scale;
  int zero_point;
};

// Writes a row's numbers. A symmetric row has -127 to 127 for its largest magnitude; an asymmetric one -128
// to 127 for the range of its values and 0.
RowParameters QuantizeRow(std::span<const float> values, bool is_asymmetric, int16_t* numbers);

// Quantizes `count` rows of `size` values each.
HybridRows QuantizeRows(const float* values, int64_t count, int64_t size, bool is_asymmetric);

// Returns the products of a row of numbers and one of weights, added up modulo 2^32.
int32_t SumOfProducts(const int16_t* numbers, const int8_t* weights, int64_t size);

// Integer weights {rows, columns}.
struct HybridWeights {
  const int8_t* numbers;
  int64_t rows;
  int64_t columns;
};

// Writes {count, weights.rows}: the products of each row of numbers and each row of weights, added up modulo
// 2^32.
void MultiplyRows(const int16_t* numbers, int64_t count, const HybridWeights& weights, int32_t* sums);

// Returns the scale of a slice of weights that have one for all or one for each.
inline float ScaleOfSlice(const ir::Tensor& weights, int64_t slice) {
  const std::vector<float>& scales = weights.quantization.scales;
  return scales[scales.size() == 1 ? 0 : static_cast<size_t>(slice)];
}

}  // namespace litevk::ref
