#include "kernels_cpu/simd/isa.h"

#include <array>
#include <string>

#include "runtime/base/log.h"
#include "runtime/platform/environment.h"
#include "runtime/platform/instruction_sets.h"

namespace litevk::cpu {
namespace {

constexpr std::array<IsaRow, kIsaCount> kTable = {{{Isa::kSse4, "sse4", &HasSse4},
                                                   {Isa::kAvx2, "avx2", &HasAvx2},
                                                   {Isa::kAvxVnni, "avxvnni", &HasAvxVnni},
                                                   {Isa::kAvx512, "avx512", &HasAvx512},
                                                   {Isa::kAvx512Vnni, "avx512vnni", &HasAvx512Vnni},
                                                   {Isa::kNeon, "neon", &HasNeon},
                                                   {Isa::kNeonDot, "neondot", &HasNeonDot}}};

// Returns null if the processor has none of them.
const IsaRow* BestIsa() {
  const IsaRow* best = nullptr;
  for (const IsaRow& row : kTable) {
    if (row.has()) best = &row;
  }
  return best;
}

std::string Names() {
  std::string names(kReference);
  for (const IsaRow& row : kTable) {
    if (row.has()) names += ", " + std::string(row.name);
  }
  return names;
}

const IsaRow* Choose() {
  const char* const variable = TrustedVariable(kIsaVariable);
  const std::string_view name = variable == nullptr ? "" : variable;
  if (name.empty()) return BestIsa();
  if (name == kReference) return nullptr;
  for (const IsaRow& row : kTable) {
    if (row.name == name && row.has()) return &row;
  }
  Logger().Warning(std::string(kIsaVariable) + "=" + std::string(name) + " is ignored: this processor has " +
                   Names());
  return BestIsa();
}

}  // namespace

std::span<const IsaRow> IsaTable() { return kTable; }

const IsaRow* ChosenIsa() {
  static const IsaRow* const chosen = Choose();
  return chosen;
}

}  // namespace litevk::cpu
