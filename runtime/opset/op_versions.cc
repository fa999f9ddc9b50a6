#include "runtime/opset/op_versions.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

constexpr OpVersion kVersions[] = {
#define LITEVK_OP_VERSION(op, version, runtime, added) {version, runtime, added},
#include "runtime/opset/op_versions.inc"
#undef LITEVK_OP_VERSION
};

// The operator of each row of kVersions.
constexpr int kOpCodes[] = {
#define LITEVK_OP_VERSION(op, version, runtime, added) abi::kTfLiteBuiltin##op,
#include "runtime/opset/op_versions.inc"
#undef LITEVK_OP_VERSION
};

static_assert(std::ranges::is_sorted(kOpCodes));

}  // namespace

std::span<const OpVersion> VersionsOf(int op_code) {
  // Not std::ranges::equal_range: clang 14 cannot compile it with this standard library.
  const auto [first, last] = std::equal_range(std::begin(kOpCodes), std::end(kOpCodes), op_code);
  return {kVersions + (first - std::begin(kOpCodes)), kVersions + (last - std::begin(kOpCodes))};
}

int LastVersion(int op_code) {
  const std::span<const OpVersion> versions = VersionsOf(op_code);
  return versions.empty() ? 0 : versions.back().version;
}

std::span<const int> VersionedOperators() {
  static const std::vector<int> operators = [] {
    std::vector<int> codes;
    std::ranges::unique_copy(kOpCodes, std::back_inserter(codes));
    return codes;
  }();
  return operators;
}

}  // namespace litevk
