// Functions that the records of DEPTH_TO_SPACE and SPACE_TO_DEPTH share.
#pragma once

#include "runtime/opset/node_text.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {

inline void DescribeBlockSize(NodeText& text) {
  text.AddOperands();
  text.AddNumber("BlockSize", text.view().params<abi::TfLiteBlockSizeParams>().block_size);
}

}  // namespace litevk
