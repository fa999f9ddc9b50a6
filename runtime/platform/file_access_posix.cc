#include "runtime/platform/file_access.h"

#include <fcntl.h>
#include <grp.h>
#include <sys/stat.h>

#include <cerrno>
#include <vector>

#include "runtime/platform/file_descriptor.h"

namespace litevk {

bool AccessIsDenied(const std::string& path) {
  const FileDescriptor file(open(path.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK));
  return !file && (errno == EACCES || errno == EPERM);
}

std::string GroupName(uint32_t number) {
  struct group entry = {};
  struct group* found = nullptr;
  std::vector<char> text(4096);
  if (getgrgid_r(number, &entry, text.data(), text.size(), &found) == 0 && found != nullptr)
    return found->gr_name;
  return std::to_string(number);
}

std::string GroupOf(const std::string& path) {
  struct stat status = {};
  return stat(path.c_str(), &status) == 0 ? GroupName(status.st_gid) : "unknown";
}

}  // namespace litevk
