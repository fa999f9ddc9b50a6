#include "kernels_cpu/simd/isa.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>

#include "runtime/base/log.h"
#include "runtime/platform/environment.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace litevk::cpu {
namespace {

#if defined(__x86_64__)
// Zig's __builtin_cpu_supports says no to everything, so CPUID is asked here: Intel's Software Developer's
// Manual, volume 2A, CPUID, and volume 1, 13.3, XCR0.
struct Cpuid {
  explicit Cpuid(unsigned leaf) { __get_cpuid_count(leaf, 0, &eax, &ebx, &ecx, &edx); }

  unsigned eax = 0;
  unsigned ebx = 0;
  unsigned ecx = 0;
  unsigned edx = 0;
};

constexpr bool Has(unsigned word, std::initializer_list<int> bits) {
  return std::ranges::all_of(bits, [word](int bit) { return (word >> bit & 1) != 0; });
}

// True if the system saves these registers of a thread. The processor has OSXSAVE.
bool Saves(unsigned registers) {
  unsigned low = 0;
  unsigned high = 0;
  asm("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (low & registers) == registers;
}

// The features that Highway compiles each target with.
bool HasSse4() {
  return Has(Cpuid(1).ecx,
             {1 /* PCLMULQDQ */, 9 /* SSSE3 */, 19 /* SSE4.1 */, 20 /* SSE4.2 */, 25 /* AES */});
}
bool HasAvx2() {
  constexpr unsigned kXmmAndYmm = 0x6;
  return HasSse4() && Has(Cpuid(1).ecx, {12 /* FMA */, 27 /* OSXSAVE */, 28 /* AVX */, 29 /* F16C */}) &&
         Saves(kXmmAndYmm) && Has(Cpuid(7).ebx, {3 /* BMI1 */, 5 /* AVX2 */, 8 /* BMI2 */});
}
bool HasAvx512() {
  constexpr unsigned kMasksAndZmm = 0xE0;
  return HasAvx2() && Saves(kMasksAndZmm) &&
         Has(Cpuid(7).ebx, {16 /* F */, 17 /* DQ */, 28 /* CD */, 30 /* BW */, 31 /* VL */});
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
