#include "runtime/opset/op_versions.h"

#include <algorithm>
#include <vector>

namespace litevk {

std::span<const OpVersion> VersionsOf(int op_code) {
  const OpInfo* info = FindOpInfo(op_code);
  if (info == nullptr) return {};
  return info->versions;
}

int FirstVersion(int op_code) {
  const std::span<const OpVersion> versions = VersionsOf(op_code);
  return versions.empty() ? 0 : versions.front().version;
}

int LastVersion(int op_code) {
  const std::span<const OpVersion> versions = VersionsOf(op_code);
  return versions.empty() ? 0 : versions.back().version;
}

std::span<const int> VersionedOperators() {
  static const std::vector<int> operators = [] {
    std::vector<int> codes;
    for (const OpInfo* info : OpInfos()) codes.push_back(info->op_code);
    std::ranges::sort(codes);
    return codes;
  }();
  return operators;
}

}  // namespace litevk
