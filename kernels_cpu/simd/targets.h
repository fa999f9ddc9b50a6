// Highway's targets that the fast kernels are compiled for. Included before hwy/foreach_target.h.
#pragma once

#include <array>

#include "kernels_cpu/simd/isa.h"

// Every target costs its copy of the code. Those without a row in IsaTable() are left out.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)

// True in the passes over a file that compile for a row of IsaTable(). Highway adds one for processors
// without any.
#define LITEVK_HAS_ISA (HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128)

// Defines `table`, the functions of a name in the current namespace for each instruction set: null where the
// compiler has none. Instruction sets with dot products have the functions of those without. For use in the
// part of a file under HWY_ONCE.
#if defined(__x86_64__)
#define LITEVK_TABLE_OF_TARGETS(Function, table, function)                      \
  constexpr std::array<Function, kIsaCount> table = {HWY_CHOOSE_SSE4(function), \
                                                     HWY_CHOOSE_AVX2(function), \
                                                     HWY_CHOOSE_AVX2(function), \
                                                     HWY_CHOOSE_AVX3(function), \
                                                     HWY_CHOOSE_AVX3(function), \
                                                     nullptr,                   \
                                                     nullptr}
#else
#define LITEVK_TABLE_OF_TARGETS(Function, table, function)                           \
  constexpr std::array<Function, kIsaCount> table = {nullptr,                        \
                                                     nullptr,                        \
                                                     nullptr,                        \
                                                     nullptr,                        \
                                                     nullptr,                        \
                                                     &HWY_STATIC_DISPATCH(function), \
                                                     &HWY_STATIC_DISPATCH(function)}
#endif
