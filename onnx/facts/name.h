// Names of values of an ONNX graph.
#pragma once

#include <string>

namespace litevk::to_onnx {

// The name of a value of the ONNX graph. Empty: an optional input that a node omits.
using Name = std::string;

}  // namespace litevk::to_onnx
