// Elementwise operators of one float32 input.
#pragma once

#include <memory>

#include "kernels_cpu/simd/float_functions.h"
#include "kernels_cpu/support/prepared_kernel.h"
#include "runtime/platform/thread_pool.h"

namespace litevk::cpu {

// Operations for each value, a load and a store included.
inline constexpr int64_t kCheapFunction = 6;
inline constexpr int64_t kTranscendentalFunction = 32;

// Calls compute(input, count, output) for parts of the values.
template <typename Compute>
class FloatUnary : public PreparedKernel {
 public:
  FloatUnary(Compute compute, int64_t operations) : compute_(compute), operations_(operations) {}

  Status Run(const ref::KernelArgs& args) const override {
    const int64_t count = args.outputs[0].dims().NumElements();
    ParallelRanges(count, operations_, [&](int64_t first, int64_t end) {
      compute_(args.inputs[0].data<float>() + first, end - first, args.outputs[0].data<float>() + first);
    });
    return {};
  }

 private:
  Compute compute_;
  int64_t operations_;
};

// Returns null unless the input is float32.
template <typename Compute>
std::unique_ptr<PreparedKernel> PrepareUnary(const ref::PreparedNode& node, Compute compute,
                                             int64_t operations) {
  if (node.inputs[0]->type != ir::DataType::kFloat32) return nullptr;
  return std::make_unique<FloatUnary<Compute>>(compute, operations);
}

template <FloatFunction FloatFunctions::*kFunction, int64_t kOperations = kCheapFunction>
std::unique_ptr<PreparedKernel> PrepareFloatUnary(const ref::PreparedNode& node, Isa isa) {
  return PrepareUnary(node, FloatFunctionsFor(isa).*kFunction, kOperations);
}

}  // namespace litevk::cpu
