// Offset of an element in a view, by the definition of StridedView.
#pragma once

#include <cstdint>

#include "delegate/kernel/strided_view.h"

namespace litevk {

inline int64_t OffsetOf(const StridedView& view, int64_t element) {
  return view.offset + element / view.row * view.pitch + element % view.row;
}

}  // namespace litevk
