// Instruction sets of the fast CPU kernels, and the choice among them.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace litevk::cpu {

// In the order of preference, the best one last. An array of functions has one for each, with this index
// (targets.h). x86-64 without SSE 4.2 has the plain loops of kernels_ref alone.
enum class Isa { kSse4, kAvx2, kAvxVnni, kAvx512, kAvx512Vnni, kNeon, kNeonDot };
inline constexpr size_t kIsaCount = 7;

struct IsaRow {
  Isa isa;
  std::string_view name;  // as in the environment variable LITEVK_CPU
  bool (*has)();          // true if this processor has it, and this library has code for it
};

// Returns all rows, in the enumeration's order.
std::span<const IsaRow> IsaTable();

// The instruction set to use in place of the best one: the name of a row, or "reference" for the plain loops
// of kernels_ref.
inline constexpr const char* kIsaVariable = "LITEVK_CPU";
inline constexpr std::string_view kReference = "reference";

// Returns the instruction set of this process, or null if the plain loops are to run. The environment
// variable is read once, at the first call. A name that is unknown, or of what the processor lacks, gives a
// warning and counts as not set.
const IsaRow* ChosenIsa();

}  // namespace litevk::cpu
