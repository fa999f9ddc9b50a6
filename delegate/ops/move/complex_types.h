// Types of the operators that move complex numbers too, as elements of two words.
#pragma once

#include "delegate/kernel/constraints.h"

namespace litevk {

inline constexpr TypeSet kMovedOrComplex = kMovedTypes | ir::DataType::kComplex64;

}  // namespace litevk
