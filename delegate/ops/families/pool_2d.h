// What the two pooling operators share: everything but the shader's kAverage.
#pragma once

#include <vector>

#include "delegate/lower/op_spec.h"

namespace litevk {

enum class PoolKind { kMaximum, kAverage };

std::vector<Constraint> PoolConstraints();
// `lower` of both: one dispatch of shaders/pool_2d.comp.
void LowerPool2d(Lowering& lowering, PoolKind kind);

}  // namespace litevk
