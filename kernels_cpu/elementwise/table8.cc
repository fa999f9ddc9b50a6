#include "kernels_cpu/elementwise/table8.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "kernels_cpu/elementwise/values_node.h"
#include "kernels_cpu/simd/byte_table.h"
#include "runtime/opset/run_node.h"
#include "runtime/platform/thread_pool.h"

namespace litevk::cpu {
namespace {

constexpr size_t kBytes = 256;

// Operations for each value.
constexpr int64_t kOperations = 2;

// The results of all bytes, from a run of the plain loop.
struct Results {
  std::vector<std::byte> values;  // [byte][byte of the result]
  std::array<bool, kBytes> are_refused = {};
};

// Returns nothing if the plain loop refuses every value.
std::optional<Results> ResultsOf(const ref::KernelRow& row, ref::KernelFn plain,
                                 const ref::PreparedNode& node) {
  const size_t size = ref::ElementBytes(node.outputs[0]->type);
  std::array<std::byte, kBytes> bytes;
  for (size_t i = 0; i < kBytes; ++i) bytes[i] = static_cast<std::byte>(i);
  Results results = {.values = std::vector<std::byte>(kBytes * size)};
  if (ValuesNode(node, kBytes).Run(row, plain, bytes, results.values)) return results;
  const ValuesNode one(node, 1);
  for (size_t i = 0; i < kBytes; ++i) {
    results.are_refused[i] = !one.Run(row, plain, std::span(bytes).subspan(i, 1),
                                      std::span(results.values).subspan(i * size, size));
  }
  if (std::ranges::all_of(results.are_refused, std::identity())) return std::nullopt;
  return results;
}

// The part that does not depend on the size of results.
class Table8 : public PreparedKernel {
 public:
  Table8(const ref::KernelRow& row, ref::KernelFn plain, const std::array<bool, kBytes>& are_refused)
      : row_(row),
        plain_(plain),
        are_refused_(are_refused),
        refuses_(std::ranges::any_of(are_refused, std::identity())) {}

  Status Run(const ref::KernelArgs& args) const override {
    const int64_t count = args.outputs[0].dims().NumElements();
    const auto* input = args.inputs[0].data<uint8_t>();
    if (refuses_ && std::any_of(input, input + count, [&](uint8_t byte) { return are_refused_[byte]; })) {
      return ref::RunChecked(row_, plain_, args);
    }
    ParallelRanges(count, kOperations, [&](int64_t first, int64_t end) {
      Apply(input, first, end, args.outputs[0].bytes.data());
    });
    return {};
  }

 private:
  virtual void Apply(const uint8_t* input, int64_t first, int64_t end, std::byte* output) const = 0;

  const ref::KernelRow& row_;
  ref::KernelFn plain_;
  std::array<bool, kBytes> are_refused_;
  bool refuses_;
};

class TableOfBytes : public Table8 {
 public:
  TableOfBytes(const ref::KernelRow& row, ref::KernelFn plain, const Results& results, Isa isa)
      : Table8(row, plain, results.are_refused), table_(Values(results), isa) {}

 private:
  static std::array<uint8_t, kBytes> Values(const Results& results) {
    std::array<uint8_t, kBytes> values;
    std::memcpy(values.data(), results.values.data(), kBytes);
    return values;
  }

  void Apply(const uint8_t* input, int64_t first, int64_t end, std::byte* output) const override {
    table_.Apply(input + first, end - first, reinterpret_cast<uint8_t*>(output) + first);
  }

  ByteTable table_;
};

class TableOfShorts : public Table8 {
 public:
  TableOfShorts(const ref::KernelRow& row, ref::KernelFn plain, const Results& results)
      : Table8(row, plain, results.are_refused) {
    std::memcpy(values_.data(), results.values.data(), sizeof(values_));
  }

 private:
  void Apply(const uint8_t* input, int64_t first, int64_t end, std::byte* output) const override {
    auto* const to = reinterpret_cast<int16_t*>(output);
    std::transform(input + first, input + end, to + first, [&](uint8_t byte) { return values_[byte]; });
  }

  std::array<int16_t, kBytes> values_;
};

}  // namespace

std::unique_ptr<PreparedKernel> PrepareTable8(const ref::KernelRow& row, const ref::PreparedNode& node,
                                              Isa isa) {
  if (ref::ElementBytes(node.inputs[0]->type) != 1 || ir::PackedBits(node.inputs[0]->type) > 0)
    return nullptr;
  const ref::KernelFn plain = ref::FunctionFor(row, node.inputs, node.outputs);
  const auto results = ResultsOf(row, plain, node);
  if (!results.has_value()) return nullptr;
  const size_t size = ref::ElementBytes(node.outputs[0]->type);
  if (size == 1) return std::make_unique<TableOfBytes>(row, plain, *results, isa);
  if (size == sizeof(int16_t)) return std::make_unique<TableOfShorts>(row, plain, *results);
  return nullptr;
}

}  // namespace litevk::cpu
