#include "kernels_cpu/simd/isa.h"

#include <array>
#include <string>

#include "runtime/base/log.h"
#include "runtime/platform/environment.h"

namespace litevk::cpu {
namespace {

#if defined(__x86_64__)
// The features that Highway compiles each target with.
bool HasSse4() {
  return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("pclmul") &&
         __builtin_cpu_supports("aes");
}
bool HasAvx2() {
  return HasSse4() && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("f16c") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
}
bool HasAvx512() {
  return HasAvx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl");
}
bool HasNeon() { return false; }
#else
bool HasSse4() { return false; }
bool HasAvx2() { return false; }
bool HasAvx512() { return false; }
bool HasNeon() { return true; }  // part of arm64
#endif

constexpr std::array<IsaRow, kIsaCount> kTable = {{{Isa::kSse4, "sse4", &HasSse4},
                                                   {Isa::kAvx2, "avx2", &HasAvx2},
                                                   {Isa::kAvx512, "avx512", &HasAvx512},
                                                   {Isa::kNeon, "neon", &HasNeon}}};

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
