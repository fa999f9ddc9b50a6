#include "runtime/platform/instruction_sets.h"

#include <algorithm>
#include <initializer_list>

#if defined(__x86_64__)
#include <cpuid.h>
#else
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

namespace litevk {

#if defined(__x86_64__)
namespace {

// Zig's __builtin_cpu_supports says no to everything, so CPUID is asked here: Intel's Software Developer's
// Manual, volume 2A, CPUID, and volume 1, 13.3, XCR0.
struct Cpuid {
  explicit Cpuid(unsigned leaf, unsigned subleaf = 0) {
    __get_cpuid_count(leaf, subleaf, &eax, &ebx, &ecx, &edx);
  }

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

}  // namespace

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

bool HasAvxVnni() { return HasAvx2() && Has(Cpuid(7, 1).eax, {4}); }
bool HasAvx512Vnni() { return HasAvx512() && Has(Cpuid(7).ecx, {11}); }
bool HasNeon() { return false; }
bool HasNeonDot() { return false; }
#else
bool HasSse4() { return false; }
bool HasAvx2() { return false; }
bool HasAvxVnni() { return false; }
bool HasAvx512() { return false; }
bool HasAvx512Vnni() { return false; }
bool HasNeon() { return true; }  // a part of arm64
bool HasNeonDot() { return (getauxval(AT_HWCAP) & HWCAP_ASIMDDP) != 0; }
#endif

}  // namespace litevk
