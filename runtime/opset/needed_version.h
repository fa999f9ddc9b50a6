// The operator version that a node needs, whatever version its model states.
#pragma once

#include <optional>

#include "runtime/opset/op_signature.h"

namespace litevk {

// Returns the lowest version whose kernels take the node's types and options, like TFLite's
// GetBuiltinOperatorVersion. It may be above the last version of any resolver (LSTM 5). Returns nothing for
// custom and unknown operators.
std::optional<int> NeededVersion(const OpSignature& signature);

}  // namespace litevk
