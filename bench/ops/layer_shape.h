// The shape lists of bench/shapes: one layer of a network per line.
//
//   # comment
//   CONV_2D input=1x56x56x64 filter=64x3x3x64 stride=1x1 padding=SAME activation=RELU count=4
//
// The first word is TFLite's name of the operator. These keys may follow, in any order:
// `input`: dims of the computed inputs, outermost first; several are separated by commas.
// `constant`: dims of a further, constant input.
// `filter`: dims of a convolution's or FULLY_CONNECTED's filter in TFLite's layout; height x width for
// pooling.
// `stride`, `dilation`: height x width; 1x1 by default.
// `padding`: SAME (default) or VALID.
// `activation`: NONE (default), RELU, RELU_N1_TO_1 or RELU6.
// `axes`: MEAN's or CONCATENATION's axes, separated by commas.
// `paddings`: PAD's before,after for each dim in turn.
// `count`: number of such layers in the network; 1 by default.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/shape.h"
#include "runtime/opset/layer.h"

namespace litevk::bench {

struct LayerShape : LayerAttributes {
  std::string op;
  int op_code = 0;
  std::vector<ir::Shape> inputs;
  std::vector<ir::Shape> constants;  // at most one
  int count = 1;
};

// Parses a line that is neither empty nor a comment. The diagnostic of a failure does not name file and line.
Result<LayerShape> ParseLayerShape(std::string_view line);
// Reads a list. The diagnostic of a failure begins with "resnet18.txt:12: ...".
Result<std::vector<LayerShape>> ReadShapeList(const std::filesystem::path& path);

}  // namespace litevk::bench
