#include "kernels_ref/recurrent/cell_matmul.h"

#include <vector>

#include "kernels_ref/common/dynamic_int8_rows.h"

namespace litevk::ref {
namespace {

// uint8 weights contain int8 values too (kDynamicInt8InUint8).
bool IsInteger(const ConstView& weights) { return weights.type() != ir::DataType::kFloat32; }

}  // namespace

void AddMatmul(const ConstView& weights, const float* vector, bool is_asymmetric, Vector& total) {
  const int64_t columns = weights.dims()[1];
  if (!IsInteger(weights)) {
    total += MapMatrix(weights) * MapVector(vector, columns);
    return;
  }
  const DynamicInt8Rows row = QuantizeRows(vector, 1, columns, is_asymmetric);
  std::vector<int32_t> sums(static_cast<size_t>(total.size()));
  MultiplyRows(row.integers.data(), 1, {weights.data<int8_t>(), total.size(), columns}, sums.data());
  const float multiplier = row.scales[0] * ScaleOfSlice(*weights.tensor, 0);
  for (Eigen::Index unit = 0; unit < total.size(); ++unit) {
    total[unit] += static_cast<float>(sums[static_cast<size_t>(unit)]) * multiplier;
  }
}

Vector ReadVector(const ConstView& weights) {
  if (!IsInteger(weights)) return MapVector(weights);
  Vector values(weights.dims().NumElements());
  const float scale = ScaleOfSlice(*weights.tensor, 0);
  for (Eigen::Index index = 0; index < values.size(); ++index) {
    values[index] = static_cast<float>(weights.data<int8_t>()[index]) * scale;
  }
  return values;
}

}  // namespace litevk::ref
