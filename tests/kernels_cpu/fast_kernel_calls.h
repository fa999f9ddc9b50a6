// Calls of fast kernels without an interpreter, for tests.
#pragma once

#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "kernels_cpu/kernel_table.h"
#include "runtime/platform/thread_pool.h"
#include "tests/kernels_cpu/own_isas.h"
#include "tests/kernels_ref/kernel_calls.h"

namespace litevk::cpu {

// Returns the output of the operator's fast kernel for a signature, or nothing if it takes no such node.
template <typename T = float>
std::optional<std::vector<T>> RunFastKernel(int op_code, ref::Node& node, Isa isa, int threads = 1,
                                            std::string_view signature = "plain") {
  const auto has_code = [&](const FastKernelRow* row) { return row->info.op_code == op_code; };
  const auto& kernels = (*std::ranges::find_if(FastKernels(), has_code))->kernels;
  const auto kernel = std::ranges::find(kernels, signature, &NamedPrepareFn::signature);
  ThreadPool pool(threads);
  const ScopedThreadPool scoped_pool(&pool);
  bool is_prepared = false;
  auto result = node.RunWith<T>([&](const ref::PreparedNode& prepared, const ref::KernelArgs& args) {
    const auto fast = kernel->prepare(prepared, isa);
    is_prepared = fast != nullptr && fast->Fits(args);
    return is_prepared ? fast->Run(args) : Status();
  });
  EXPECT_TRUE(result.ok()) << result.status().message();
  if (!is_prepared) return std::nullopt;
  return *std::move(result);
}

// Returns values of all magnitudes around 1, of both signs.
inline ref::Floats RandomFloats(const ir::Shape& dims, unsigned seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<float> values(0, 3);
  ref::Floats result(static_cast<size_t>(dims.NumElements()));
  for (float& value : result) value = values(generator);
  return result;
}

// Returns values with NaNs, infinities, zeros of both signs and the largest float among them.
inline ref::Floats AwkwardFloats(const ir::Shape& dims, unsigned seed) {
  using Limits = std::numeric_limits<float>;
  constexpr float kAwkward[] = {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity(), 0.0F, -0.0F,
                                Limits::max(),       Limits::lowest()};
  ref::Floats result = RandomFloats(dims, seed);
  std::mt19937 generator(seed + 1);
  for (float& value : result) {
    if (generator() % 2 == 0) value = kAwkward[generator() % std::size(kAwkward)];
  }
  return result;
}

// Returns the bits of floats, with one pattern for all NaNs.
inline std::vector<uint32_t> BitsOf(const ref::Floats& values) {
  std::vector<uint32_t> bits;
  for (const float value : values) {
    bits.push_back(
        std::bit_cast<uint32_t>(std::isnan(value) ? std::numeric_limits<float>::quiet_NaN() : value));
  }
  return bits;
}

}  // namespace litevk::cpu
