// Convolution windows that can be dilated, for the members of OpRow.
#pragma once

#include <optional>

#include "onnx/facts/op_row.h"

namespace litevk::to_onnx {

// Returns the padding of a window without strides and dilation; nothing for other windows.
template <typename Params>
std::optional<int> PlainPadding(const ir::Params& params) {
  const auto& plain = params.As<Params>();
  const bool is_plain = plain.stride_height == 1 && plain.stride_width == 1 &&
                        plain.dilation_height_factor <= 1 && plain.dilation_width_factor <= 1;
  return is_plain ? std::optional(plain.padding) : std::nullopt;
}

template <typename Params>
ir::Params WithDilation(const ir::Params& params, const Dilation& dilation) {
  auto dilated = params.As<Params>();
  dilated.padding = dilation.padding;
  dilated.dilation_height_factor = dilation.sides[0];
  dilated.dilation_width_factor = dilation.sides[1];
  return ir::Params(&dilated, sizeof(dilated));
}

}  // namespace litevk::to_onnx
