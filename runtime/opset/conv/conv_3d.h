// Options of CONV_3D and CONV_3D_TRANSPOSE, and their window along each axis.
#pragma once

#include <array>
#include <cstddef>

#include "runtime/opset/op_cost.h"
#include "runtime/opset/options_reader.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {

inline void FillConv3d(const schema::Conv3DOptions& options, abi::TfLiteConv3DParams& params,
                       OptionsReader& reader) {
  params.padding = reader.ReadPadding(options.padding());
  params.stride_width = options.stride_w();
  params.stride_height = options.stride_h();
  params.stride_depth = options.stride_d();
  params.dilation_width_factor = options.dilation_w_factor();
  params.dilation_height_factor = options.dilation_h_factor();
  params.dilation_depth_factor = options.dilation_d_factor();
  params.activation = reader.ReadActivation(options.fused_activation_function());
}

// Counts a multiply-add for each element of the filter at each pixel of `pixels`, an NDHWC tensor.
inline OpCost Conv3dCost(const ir::NodeView& view, const ir::Tensor& pixels) {
  const ir::Tensor& filter = view.input(1);
  return CostOf(view, 2 * static_cast<double>(pixels.dims.Rows()) * ElementsOf(filter));
}

}  // namespace litevk
