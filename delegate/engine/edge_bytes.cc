#include "delegate/engine/edge_bytes.h"

#include <algorithm>

#include "runtime/ir/packed_elements.h"

namespace litevk {

void EdgeBytes::ToDevice(std::span<const std::byte> from, std::span<std::byte> to) const {
  if (AreAlike()) {
    std::ranges::copy(from, to.begin());
  } else {
    std::ranges::copy(ir::UnpackElements(type_, from, static_cast<int64_t>(elements_)), to.begin());
  }
}

void EdgeBytes::ToHost(std::span<const std::byte> from, std::span<std::byte> to) const {
  if (AreAlike()) {
    std::ranges::copy(from.first(to.size()), to.begin());
  } else {
    ir::PackElements(type_, from.first(elements_), to);
  }
}

}  // namespace litevk
