// Subgraphs of one node that combine two values: the bodies of STABLEHLO_SCATTER and STABLEHLO_REDUCE_WINDOW.
// As in TFLite they are read and not run.
#pragma once

#include <cstdint>
#include <type_traits>

#include "runtime/base/status.h"
#include "runtime/interpreter/subgraph.h"
#include "runtime/opset/combination.h"
#include "runtime/tflite/common.h"

namespace litevk {

// What the body makes of its two inputs. Without a node it is the second: kReplace.
Result<Combination> CombinationOf(Subgraph& body);

// Sums and products wrap around where an integer overflows.
template <typename T>
T Combine(Combination combination, T left, T right) {
  using Wide = std::conditional_t<std::is_integral_v<T>, uint64_t, T>;
  switch (combination) {
    case Combination::kAdd:
      return static_cast<T>(static_cast<Wide>(left) + static_cast<Wide>(right));
    case Combination::kMultiply: {
      // By its name: GCC 11 warns of a product that becomes a bool.
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
