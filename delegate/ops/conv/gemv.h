// Convolutions that multiply a few rows with a matrix: the invocations of a workgroup split the inputs of one
// output (fully_connected.comp).
#pragma once

#include "delegate/ops/conv/conv_algorithms.h"

namespace litevk {

// True if the problem multiplies few rows with a matrix; no other algorithm is then meant for it.
bool IsGemv(const ConvProblem& problem);

}  // namespace litevk
