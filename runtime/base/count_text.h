// Text of how many there are of something.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace litevk {

// Returns "1 run", and "2 runs" of any other count.
inline std::string CountText(size_t count, std::string_view thing) {
  return std::to_string(count) + " " + std::string(thing) + (count == 1 ? "" : "s");
}

}  // namespace litevk
