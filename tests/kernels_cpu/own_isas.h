// The instruction sets in which this processor can test.
#pragma once

#include <algorithm>
#include <iterator>
#include <ostream>
#include <string>
#include <vector>

#include "kernels_cpu/simd/isa.h"

namespace litevk::cpu {

inline std::vector<IsaRow> OwnIsas() {
  std::vector<IsaRow> rows;
  std::ranges::copy_if(IsaTable(), std::back_inserter(rows), [](const IsaRow& row) { return row.has(); });
  return rows;
}

// Prints a parameter for GoogleTest, which would print its bytes, addresses among them.
inline void PrintTo(const IsaRow& row, std::ostream* out) { *out << row.name; }

// Names the instances of tests whose parameter is an IsaRow.
inline constexpr auto kNameOfIsa = [](const auto& test) { return std::string(test.param.name); };

}  // namespace litevk::cpu
