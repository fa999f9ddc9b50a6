// What the pooling operators share: everything but what they make of a window.
#pragma once

#include <vector>

#include "delegate/lower/op_spec.h"

namespace litevk {

enum class PoolKind { kMaximum, kAverage, kRootMeanSquare };

std::vector<Constraint> PoolConstraints();
// `lower` of all: one dispatch of shaders/pool_2d.comp.
void LowerPool2d(Lowering& lowering, PoolKind kind);

}  // namespace litevk
