#include "runtime/platform/files.h"

#include <filesystem>
#include <system_error>

namespace litevk {

Status WriteFileAtomically(const std::string& path, std::string_view bytes) {
  LITEVK_ASSIGN_OR_RETURN(AtomicFile file, AtomicFile::Create(path));
  LITEVK_RETURN_IF_ERROR(file.Append(bytes));
  return file.Commit();
}

Status CheckWritable(const std::string& path) {
  LITEVK_RETURN_IF_ERROR(CheckFolderOf(path));
  LITEVK_ASSIGN_OR_RETURN(const AtomicFile file, AtomicFile::Create(path));
  return {};
}

bool IsSameFile(const std::string& first, const std::string& second) {
  std::error_code error;
  if (std::filesystem::equivalent(first, second, error)) return true;
  const auto canonical = [&](const std::string& path) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
  };
  const std::filesystem::path one = canonical(first);
  return !one.empty() && one == canonical(second);
}

}  // namespace litevk
