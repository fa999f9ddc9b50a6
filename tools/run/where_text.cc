#include "tools/run/where_text.h"

#include <array>
#include <cstdio>

#include "runtime/base/count_text.h"

namespace litevk::tools {
namespace {

std::string EstimateText(const GpuReport& report) {
  const EstimatedTimes& times = report.nodes_delegated > 0 ? report.claimed : report.left_out;
  if (times.cpu_us <= 0) return "";
  std::array<char, 96> text = {};
  std::snprintf(text.data(), text.size(), ", estimated to take %.0f us there and %.0f us on the CPU",
                times.device_us, times.cpu_us);
  return text.data();
}

}  // namespace

std::string WhereText(const GpuReport& report) {
  return std::to_string(report.nodes_delegated) + " of " +
         CountText(static_cast<size_t>(report.nodes_total), "node") + " in " +
         CountText(static_cast<size_t>(report.partitions), "partition") + " on " + report.device +
         EstimateText(report);
}

}  // namespace litevk::tools
