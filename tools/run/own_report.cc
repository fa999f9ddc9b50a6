#include "tools/run/own_report.h"

#include <algorithm>
#include <atomic>

#include "runtime/platform/files.h"
#include "tools/run/scratch_folder.h"
#include "tools/run/session.h"

namespace litevk::tools {
namespace {

using Option = std::pair<std::string, std::string>;

Result<std::filesystem::path> TemporaryPath() {
  static std::atomic<int> count = 0;
  LITEVK_ASSIGN_OR_RETURN(const std::filesystem::path folder, ScratchFolder());
  return folder / ("report-" + std::to_string(count++) + ".json");
}

}  // namespace

OwnReport::OwnReport(const std::string& library, std::vector<Option>& options) {
  if (!IsLitevk(library)) return;
  const auto given = std::ranges::find(options, "report_path", &Option::first);
  if (given != options.end()) {
    path_ = given->second;
    const Status folder = CheckFolderOf(path_.string());
    if (!folder.ok()) status_ = InvalidArgument("option \"report_path\": " + folder.message());
    return;
  }
  const auto path = TemporaryPath();
  status_ = path.status();
  if (!path.ok()) return;
  path_ = *path;
  is_temporary_ = true;
  options.emplace_back("report_path", path_.string());
}

OwnReport::~OwnReport() {
  std::error_code ignored;
  if (is_temporary_) std::filesystem::remove(path_, ignored);
}

OwnReport& OwnReport::operator=(OwnReport&& other) noexcept {
  std::swap(status_, other.status_);
  std::swap(path_, other.path_);
  std::swap(is_temporary_, other.is_temporary_);
  return *this;
}

Result<std::optional<GpuReport>> OwnReport::Read() const {
  LITEVK_RETURN_IF_ERROR(status_);
  if (path_.empty()) return std::optional<GpuReport>();
  LITEVK_ASSIGN_OR_RETURN(GpuReport report, ReadGpuReport(path_));
  return std::optional(std::move(report));
}

}  // namespace litevk::tools
