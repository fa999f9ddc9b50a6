// Convolutions that are a product of few rows with a matrix: the inputs of one output are split among the
// invocations of a workgroup (fully_connected.comp).
#pragma once

#include "delegate/ops/conv/conv_method.h"

namespace litevk {

// Whether the problem is such a product; no other method is then meant for it.
bool IsProduct(const ConvProblem& problem);

}  // namespace litevk
