#include "runtime/opset/quantized/scales.h"

#include <cmath>
#include <string>

#include "runtime/base/float_text.h"

namespace litevk {

static Status CheckEachScale(const ir::Quantization& quantization) {
  for (const float scale : quantization.scales) {
    if (std::isfinite(scale) && scale >= 0) continue;
    return Unsupported("a scale is " + FloatText(scale) + ", expected finite ones that are not below 0");
  }
  return {};
}

Status CheckScales(const ir::Tensor& tensor) {
  const ir::Quantization& quantization = tensor.quantization;
  if (quantization.block_size != 0) {
    LITEVK_RETURN_IF_ERROR(CheckPerBlock(tensor));
    return Unsupported("a scale for each block of " + std::to_string(quantization.block_size) +
                       " elements, expected one for all or one for each slice");
  }
  if (quantization.scales.empty()) return Unsupported("it has no scale");
  // A model may state one zero point for all channels; older interpreters hand it over like that.
  const size_t zero_points = quantization.zero_points.size();
  if (zero_points != quantization.scales.size() && zero_points != 1) {
    return Unsupported(std::to_string(quantization.scales.size()) + " scales and " +
                       std::to_string(zero_points) + " zero points, expected one or as many");
  }
  return CheckEachScale(quantization);
}

Status CheckPerBlock(const ir::Tensor& tensor) {
  const ir::Quantization& quantization = tensor.quantization;
  const int size = quantization.block_size;
  if (size == 0) return Unsupported("it has no scales of blocks");
  const int row = tensor.dims.rank() == 0 ? 1 : tensor.dims[tensor.dims.rank() - 1];
  if (size < 0 || row % size != 0) {
    return Unsupported("blocks of " + std::to_string(size) + " elements, expected rows of " +
                       std::to_string(row) + " to have whole ones");
  }
  const int64_t expected = tensor.dims.NumElements() / size;
  if (static_cast<int64_t>(quantization.scales.size()) != expected) {
    return Unsupported(std::to_string(quantization.scales.size()) +
                       " constant scales of float16, expected one for each of " + std::to_string(expected) +
                       " blocks");
  }
  return CheckEachScale(quantization);
}

}  // namespace litevk
