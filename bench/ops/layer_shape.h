// The shape lists of bench/shapes: one layer of a network a line.
//
//   # comment
//   CONV_2D input=1x56x56x64 filter=64x3x3x64 stride=1x1 padding=SAME activation=RELU count=4
//
// The first word is TFLite's name of the operator. The keys, in any order:
//   input       dims of the inputs that a run writes, outermost first; several are separated by commas
//   constant    dims of a further, constant input
//   filter      a convolution's or FULLY_CONNECTED's, in TFLite's own order; height x width for pooling
//   stride, dilation   height x width; 1x1 when not given
//   padding     SAME (when not given) or VALID
//   activation  NONE (when not given), RELU, RELU_N1_TO_1 or RELU6
//   axes        MEAN's or CONCATENATION's, separated by commas
//   paddings    PAD's, before,after for each dim in turn
//   count       how often the network has the layer; 1 when not given
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

// One line that is neither empty nor a comment. The sentence of a failure does not name file and line.
Result<LayerShape> ParseLayerShape(std::string_view line);
// "resnet18.txt:12: ..." in front of a failure's sentence.
Result<std::vector<LayerShape>> ReadShapeList(const std::filesystem::path& path);

}  // namespace litevk::bench
