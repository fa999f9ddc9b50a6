// litevk's report of a session, in a file of the program's own folder unless the user names one.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/base/status.h"
#include "tools/run/gpu_report.h"

namespace litevk::tools {

class OwnReport {
 public:
  OwnReport() = default;
  // Adds the option report_path where there is none. A `library` that is not litevk by its name would refuse
  // the option and gets none; then there is no report.
  OwnReport(const std::string& library, std::vector<std::pair<std::string, std::string>>& options);
  // Removes a file that the user did not ask for.
  ~OwnReport();
  OwnReport(OwnReport&& other) noexcept { *this = std::move(other); }
  OwnReport& operator=(OwnReport&& other) noexcept;

  bool exists() const { return !path_.empty(); }
  // An error where none can be had; known before the session.
  const Status& status() const { return status_; }
  // Nothing where there is no report; an error where none could be had.
  Result<std::optional<GpuReport>> Read() const;

 private:
  Status status_;
  std::filesystem::path path_;
  bool is_temporary_ = false;
};

}  // namespace litevk::tools
