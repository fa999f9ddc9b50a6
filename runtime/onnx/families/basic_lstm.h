// LSTM's basic kernel, whose states are inputs and outputs at once.
#pragma once

#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

Status WriteBasicLstm(NodeWriter& node);

}  // namespace litevk::to_onnx
