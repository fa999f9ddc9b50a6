#include "onnx/common/diagonal.h"

#include <algorithm>

namespace litevk::to_onnx {

Name DiagonalMask(Emitter& onnx, int64_t rows, int64_t columns) {
  std::vector<int64_t> mask(static_cast<size_t>(rows * columns));
  for (int64_t i = 0; i < std::min(rows, columns); ++i) mask[static_cast<size_t>(i * (columns + 1))] = 1;
  return onnx.Cast(onnx.Ints(mask, {rows, columns}), ir::DataType::kBool);
}

}  // namespace litevk::to_onnx
