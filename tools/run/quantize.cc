#include "tools/run/quantize.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "runtime/opset/dispatch.h"
#include "runtime/opset/quantized/affine_channels.h"
#include "tools/run/random_values.h"

namespace litevk::tools {
namespace {

using Channels = AffineChannels;

// Calls fn(T{}) for the type of the array's elements.
template <typename Fn>
Status ForElements(const Array& array, Fn fn) {
  return ForType<int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t>(
      ir::UnpackedType(array.type), fn);
}

Result<Channels> ChannelsOf(const ir::Quantization& quantization, const ir::Shape& dims) {
  ir::Tensor tensor;
  tensor.dims = dims;
  tensor.quantization = quantization;
  return Channels::Of(tensor);
}

}  // namespace

bool IsQuantized(const Array& array) {
  return !array.quantization.scales.empty() && !IsFloat(array.type) && WidestRange(array.type).has_value();
}

Result<Array> Dequantize(const Array& integers) {
  LITEVK_ASSIGN_OR_RETURN(const Channels channels, ChannelsOf(integers.quantization, integers.dims));
  Array values;
  values.type = ir::DataType::kFloat32;
  values.dims = integers.dims;
  values.bytes.resize(static_cast<size_t>(integers.size()) * sizeof(float));
  LITEVK_RETURN_IF_ERROR(ForElements(integers, [&]<typename T>(T) {
    for (int64_t index = 0; index < integers.size(); ++index) {
      const auto distance = static_cast<double>(integers.data<T>()[index]) - channels[index].zero_point;
      values.data<float>()[index] = static_cast<float>(channels[index].scale * distance);
    }
    return Status();
  }));
  return values;
}

Result<std::vector<Array>> DequantizeAll(std::vector<Array> arrays) {
  for (Array& array : arrays) {
    if (!IsQuantized(array)) continue;
    LITEVK_ASSIGN_OR_RETURN(array, Dequantize(array));
  }
  return arrays;
}

Result<Array> Quantize(const Array& values, const Array& tensor) {
  LITEVK_ASSIGN_OR_RETURN(const Channels channels, ChannelsOf(tensor.quantization, values.dims));
  const ValueRange range = *WidestRange(tensor.type);
  Array integers;
  integers.type = tensor.type;
  integers.dims = values.dims;
  integers.quantization = tensor.quantization;
  LITEVK_RETURN_IF_ERROR(ForElements(tensor, [&]<typename T>(T) {
    integers.bytes.resize(static_cast<size_t>(values.size()) * sizeof(T));
    for (int64_t index = 0; index < values.size(); ++index) {
      const double steps = std::round(values.data<float>()[index] / channels[index].scale);
      if (std::isnan(steps)) {
        return InvalidArgument("element " + std::to_string(index) + " is NaN, which no integer of " +
                               std::string(ir::Name(tensor.type)) + " stands for");
      }
      const double integer = std::clamp(steps + channels[index].zero_point, range.low, range.high);
      integers.data<T>()[index] = static_cast<T>(integer);
    }
    return Status();
  }));
  return integers;
}

}  // namespace litevk::tools
