// The scales and zero points of a quantized tensor: value = scale * (quantized value - zero point).
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/opset/quantized/scales.h"

namespace litevk {

// One channel for the whole tensor, or one for each slice along an axis.
class AffineChannels {
 public:
  struct Channel {
    float scale;
    int zero_point;

    float ValueOf(int64_t integer) const { return scale * static_cast<float>(integer - zero_point); }
  };

  // Returns the parameters of a tensor whose signature states one scale and zero point.
  static Channel OnlyOf(const ir::Tensor& tensor) {
    return {tensor.quantization.scales[0], tensor.quantization.zero_points[0]};
  }

  // Fails when the tensor has no scale, or not one for each slice.
  static Result<AffineChannels> Of(const ir::Tensor& tensor) {
    LITEVK_RETURN_IF_ERROR(Check(tensor));
    const ir::Quantization& quantization = tensor.quantization;
    AffineChannels result;
    for (size_t index = 0; index < quantization.scales.size(); ++index) {
      const size_t zero = quantization.zero_points.size() == 1 ? 0 : index;
      result.channels_.push_back({quantization.scales[index], quantization.zero_points[zero]});
    }
    if (result.channels_.size() > 1) {
      for (int axis = quantization.channel_axis + 1; axis < tensor.dims.rank(); ++axis) {
        result.elements_per_slice_ *= tensor.dims[axis];
      }
    }
    return result;
  }

  // The channels in the order of their slices along the axis.
  const std::vector<Channel>& all() const { return channels_; }
  // Number of consecutive elements that belong to one channel; 1 if there is only one channel.
  int64_t elements_per_slice() const { return elements_per_slice_; }

  // The channel of element `index` in row-major order.
  const Channel& operator[](int64_t index) const {
    return channels_[static_cast<size_t>(index / elements_per_slice_) % channels_.size()];
  }

 private:
  static Status Check(const ir::Tensor& tensor) {
    const Status scales = CheckScales(tensor);
    if (!scales.ok()) return InvalidArgument("tensor '" + tensor.name + "': " + scales.message());
    LITEVK_RETURN_IF_ERROR(CheckZeroPoints(tensor));
    const auto count = static_cast<int>(tensor.quantization.scales.size());
    const int axis = tensor.quantization.channel_axis;
    if (count == 1 || (axis >= 0 && axis < tensor.dims.rank() && tensor.dims[axis] == count)) return {};
    return InvalidArgument("tensor '" + tensor.name + "' has " + std::to_string(count) +
                           " scales along axis " + std::to_string(axis) + " and dims " +
                           tensor.dims.ToString() + ", expected a scale for each element of the axis");
  }

  // Fails unless every zero point fits the type. Others come from damaged files.
  static Status CheckZeroPoints(const ir::Tensor& tensor) {
    const ir::Quantization& quantization = tensor.quantization;
    const ir::IntegerRange range = ir::RangeOf(tensor.type);
    const auto is_number = [&](int zero) { return zero >= range.lowest && zero <= range.highest; };
    const auto zero_point = std::ranges::find_if_not(quantization.zero_points, is_number);
    if (zero_point == quantization.zero_points.end()) return {};
    return InvalidArgument("tensor '" + tensor.name + "' has the zero point " + std::to_string(*zero_point) +
                           ", expected an integer of " + std::string(ir::Name(tensor.type)));
  }

  std::vector<Channel> channels_;
  int64_t elements_per_slice_ = 1;
};

}  // namespace litevk
