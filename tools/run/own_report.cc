#include "tools/run/own_report.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>

#include "tools/run/session.h"

namespace litevk::tools {
namespace {

using Option = std::pair<std::string, std::string>;

std::filesystem::path TemporaryPath() {
  static std::atomic<int> count = 0;
  return std::filesystem::temp_directory_path() /
         ("litevk-report-" + std::to_string(getpid()) + "-" + std::to_string(count++) + ".json");
}

}  // namespace

OwnReport::OwnReport(const std::string& library, std::vector<Option>& options) {
  if (!IsLitevk(library)) return;
  const auto given = std::ranges::find(options, "report_path", &Option::first);
  is_temporary_ = given == options.end();
  path_ = is_temporary_ ? TemporaryPath() : std::filesystem::path(given->second);
  if (is_temporary_) options.emplace_back("report_path", path_.string());
}

OwnReport::~OwnReport() {
  std::error_code ignored;
  if (is_temporary_) std::filesystem::remove(path_, ignored);
}

OwnReport& OwnReport::operator=(OwnReport&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(is_temporary_, other.is_temporary_);
  return *this;
}

Result<std::optional<GpuReport>> OwnReport::Read() const {
  if (path_.empty()) return std::optional<GpuReport>();
  LITEVK_ASSIGN_OR_RETURN(GpuReport report, ReadGpuReport(path_));
  return std::optional(std::move(report));
}

}  // namespace litevk::tools
