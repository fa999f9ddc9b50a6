// The window of a convolution whose filter is input 1.
#pragma once

#include "kernels_ref/support/window.h"
#include "runtime/opset/kernel.h"

namespace litevk::ref {

// Returns the window of a node whose `Params` are abi::TfLiteConvParams or a struct with its fields. The
// filter's dims 1 and 2 are rows and columns.
template <typename Params>
Window2d ConvWindow(const KernelArgs& args) {
  const auto& params = args.params.As<Params>();
  const ir::Shape& filter = args.inputs[1].dims();
  return PadWindow({.filter_hw = {filter[1], filter[2]},
                    .stride_hw = {params.stride_height, params.stride_width},
                    .dilation_hw = {params.dilation_height_factor, params.dilation_width_factor}},
                   params.padding, args.inputs[0].dims());
}

}  // namespace litevk::ref
