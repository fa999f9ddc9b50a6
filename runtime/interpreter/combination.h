// Subgraphs of one node that combine two values: the bodies of STABLEHLO_SCATTER and STABLEHLO_REDUCE_WINDOW.
// As in TFLite, they are inspected and not run.
#pragma once

#include <cstdint>
#include <type_traits>

#include "runtime/base/status.h"
#include "runtime/interpreter/subgraph.h"
#include "runtime/opset/combination.h"
#include "runtime/tflite/common.h"

namespace litevk {

// Returns how the body combines its two inputs. A body without nodes returns the second: kReplace.
Result<Combination> CombinationOf(Subgraph& body);

// Combines two values. Sums and products wrap around on integer overflow.
template <typename T>
T Combine(Combination combination, T left, T right) {
  using Wide = std::conditional_t<std::is_integral_v<T>, uint64_t, T>;
  switch (combination) {
    case Combination::kAdd:
      return static_cast<T>(static_cast<Wide>(left) + static_cast<Wide>(right));
    case Combination::kMultiply: {
      // The product has a variable, since GCC 11 warns if a product is converted to bool directly.
      const Wide product = static_cast<Wide>(left) * static_cast<Wide>(right);
      return static_cast<T>(product);
    }
    case Combination::kMaximum:
      return left < right ? right : left;
    case Combination::kMinimum:
      return right < left ? right : left;
    case Combination::kAnd:
      return static_cast<T>(static_cast<bool>(left) && static_cast<bool>(right));
    case Combination::kOr:
      return static_cast<T>(static_cast<bool>(left) || static_cast<bool>(right));
    case Combination::kReplace:
    case Combination::kNone:
      return right;
  }
  return right;
}

}  // namespace litevk
