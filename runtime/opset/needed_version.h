// The version of its operator that a node needs, whatever version its model states.
#pragma once

#include <optional>

#include "runtime/opset/op_signature.h"

namespace litevk {

// The lowest version whose kernels take the node's types and options, as TFLite's GetBuiltinOperatorVersion
// computes it. It may be above the last one that any resolver has (LSTM 5). None for a custom operator and
// for one that the project does not know.
std::optional<int> NeededVersion(const OpSignature& signature);

}  // namespace litevk
