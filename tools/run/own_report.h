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
  // Adds the option report_path unless the user gave it. Does nothing for a `library` whose name is not
  // litevk's, since another delegate would refuse the option; then there is no report.
  OwnReport(const std::string& library, std::vector<std::pair<std::string, std::string>>& options);
  // Removes the file unless the user named it.
  ~OwnReport();
  OwnReport(OwnReport&& other) noexcept { *this = std::move(other); }
  OwnReport& operator=(OwnReport&& other) noexcept;

  bool exists() const { return !path_.empty(); }
  // Returns an error if no report can be written; known before the session is created.
  const Status& status() const { return status_; }
  // Returns the report, or nothing for another delegate. Fails if the report cannot be read.
  Result<std::optional<GpuReport>> Read() const;

 private:
  Status status_;
  std::filesystem::path path_;
  bool is_temporary_ = false;
};

}  // namespace litevk::tools
