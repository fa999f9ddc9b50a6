// Conditions of support as data, each with the text that the report and the docs print.
#pragma once

#include <string_view>

#include "delegate/kernel/node_view.h"

namespace litevk {

// Truth of a condition. Dims that the model leaves open may decide the condition only when a plan is made.
enum class Truth { kNo, kUnknown, kYes };

// One condition of support, with its text. The condition is only asked of nodes whose input and output counts
// and types are already found right.
struct Constraint {
  std::string_view text;  // "the filter is constant"
  bool (*holds)(const NodeView& view);
  // False while `holds` would read an unknown dim (ir::kUnknownDim). Null if `holds` reads only ranks and the
  // dims of constants.
  bool (*is_decided)(const NodeView& view) = nullptr;

  Truth Judge(const NodeView& view) const {
    if (is_decided != nullptr && !is_decided(view)) return Truth::kUnknown;
    return holds(view) ? Truth::kYes : Truth::kNo;
  }
};

}  // namespace litevk
