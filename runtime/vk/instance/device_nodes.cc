#include "runtime/vk/instance/device_nodes.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <vector>

#include "runtime/platform/file_access.h"

namespace litevk::vk {
namespace {

namespace fs = std::filesystem;

bool StartsWithAny(std::string_view name, std::initializer_list<std::string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

void Collect(const fs::path& folder, std::initializer_list<std::string_view> prefixes,
             std::vector<std::string>& nodes) {
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (StartsWithAny(it->path().filename().string(), prefixes)) nodes.push_back(it->path().string());
  }
}

}  // namespace

std::vector<std::string> DeviceNodeProblems(const std::string& dev_folder) {
  std::vector<std::string> nodes;
  Collect(fs::path(dev_folder) / "dri", {"card", "renderD"}, nodes);
  Collect(dev_folder, {"nvidia", "mali", "kgsl-3d"}, nodes);
  std::sort(nodes.begin(), nodes.end());
  std::vector<std::string> problems;
  for (const std::string& node : nodes) {
    if (!AccessIsDenied(node)) continue;
    problems.push_back("permission denied: " + node + " belongs to group " + GroupOf(node));
  }
  return problems;
}

}  // namespace litevk::vk
