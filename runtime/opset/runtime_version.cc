#include "runtime/opset/runtime_version.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "runtime/opset/op_versions.h"

namespace litevk {
namespace {

std::vector<int> PartsOf(std::string_view version) {
  std::vector<int> parts;
  const char* next = version.data();
  const char* const end = next + version.size();
  int value = 0;
  while (next < end) {
    const auto [rest, error] = std::from_chars(next, end, value);
    if (error != std::errc()) break;
    parts.push_back(value);
    next = rest + 1;
    if (rest < end && *rest != '.') break;
  }
  return parts;
}

}  // namespace

std::string_view RuntimeWith(int op_code, int version) {
  const std::span<const OpVersion> versions = VersionsOf(op_code);
  if (versions.empty()) return kRuntimeUnknown;
  const auto found = std::ranges::find(versions, version, &OpVersion::version);
  return found == versions.end() ? kRuntimeNever : found->runtime;
}

bool IsEarlierRuntime(std::string_view a, std::string_view b) { return PartsOf(a) < PartsOf(b); }

}  // namespace litevk
