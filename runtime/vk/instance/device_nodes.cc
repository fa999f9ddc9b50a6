#include "runtime/vk/instance/device_nodes.h"

#include <fcntl.h>
#include <grp.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <string_view>
#include <vector>

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

std::string GroupOf(const std::string& path) {
  struct stat status = {};
  if (stat(path.c_str(), &status) != 0) return "unknown";
  struct group entry = {};
  struct group* found = nullptr;
  std::vector<char> text(4096);
  if (getgrgid_r(status.st_gid, &entry, text.data(), text.size(), &found) == 0 && found != nullptr) {
    return found->gr_name;
  }
  return std::to_string(status.st_gid);
}

bool PermissionDenied(const std::string& path) {
  const int file = open(path.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK);
  if (file >= 0) {
    close(file);
    return false;
  }
  return errno == EACCES || errno == EPERM;
}

}  // namespace

std::vector<std::string> DeviceNodeProblems(const std::string& dev_folder) {
  std::vector<std::string> nodes;
  Collect(fs::path(dev_folder) / "dri", {"card", "renderD"}, nodes);
  Collect(dev_folder, {"nvidia", "mali", "kgsl-3d"}, nodes);
  std::sort(nodes.begin(), nodes.end());
  std::vector<std::string> problems;
  for (const std::string& node : nodes) {
    if (!PermissionDenied(node)) continue;
    problems.push_back("permission denied: " + node + " belongs to group " + GroupOf(node));
  }
  return problems;
}

}  // namespace litevk::vk
