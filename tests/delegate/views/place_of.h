// Offset of an element in a view, by the definition of RowView.
#pragma once

#include <cstdint>

#include "delegate/kernel/row_view.h"

namespace litevk {

inline int64_t PlaceOf(const RowView& view, int64_t element) {
  return view.offset + element / view.row * view.pitch + element % view.row;
}

}  // namespace litevk
