// Options of the user and the conversion that operators read.
#pragma once

#include <vector>

#include "onnx/facts/open_axes.h"
#include "onnx/facts/run_dims.h"
#include "onnx/facts/size_uses.h"

namespace litevk::to_onnx {

struct OpSettings {
  int opset = 17;
  bool folds_float16 = false;
  bool follows_roundings = false;  // computes quantized values as TFLite does, bit for bit if possible
  std::vector<SizeUse>* size_uses = nullptr;  // see PrepareOptions
  RunDims* run_dims = nullptr;                // see PrepareOptions
  OpenAxes* open_axes = nullptr;              // heights, widths and lengths that have no fixed size
};

}  // namespace litevk::to_onnx
