// The macro with which the files of kernels_cpu define their rows of the table of fast kernels.
#pragma once

#include <string_view>
#include <vector>

#include "kernels_cpu/support/prepared_kernel.h"

namespace litevk::cpu {

struct NamedPrepareFn {
  std::string_view signature;  // Signature::name
  PrepareFn prepare;
};

// An operator's fast kernels. The plain loops compute its other signatures.
struct FastKernelRow {
  const OpInfo& info;
  std::vector<NamedPrepareFn> kernels;
  // True if the output may have the memory of an input of its size. The kernels, and the plain loops, then
  // read an element of that input before they write it.
  bool overwrites_input = false;
};

}  // namespace litevk::cpu

// Defines kFastKernels_<stem>. kernel_list.inc has the stem. Use outside of any namespace:
//   LITEVK_FAST_KERNEL_ROW(conv_2d, {{"float32", &PrepareFloat}})
#define LITEVK_FAST_KERNEL_ROW(stem, ...)                                         \
  namespace litevk {                                                              \
  extern const OpInfo kOpInfo_##stem;                                             \
  namespace cpu {                                                                 \
  extern const FastKernelRow kFastKernels_##stem = {kOpInfo_##stem, __VA_ARGS__}; \
  }                                                                               \
  }
