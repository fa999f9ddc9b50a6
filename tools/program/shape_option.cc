#include "tools/program/shape_option.h"

#include <CLI/CLI.hpp>
#include <charconv>

namespace litevk::tools {

void AddShapeOption(CLI::App& app, std::vector<std::string>& shapes, const std::string& description) {
  app.add_option("--shape", shapes, description)->type_name("NAME:DIMS")->allow_extra_args(false);
}

Result<std::pair<std::string, ir::Shape>> ParseShapeOption(const std::string& text, int least) {
  const size_t colon = text.rfind(':');
  const auto bad = InvalidArgument("--shape " + text + ": expected NAME:1,224,224,3");
  if (colon == std::string::npos || colon == 0) return bad;
  std::vector<int> dims;
  const char* const end = text.data() + text.size();
  for (const char* at = text.data() + colon + 1; at != end;) {
    int dim = 0;
    const auto [next, error] = std::from_chars(at, end, dim);
    if (error != std::errc() || dim < least) return bad;
    dims.push_back(dim);
    // A comma stands between two dims, not after the last.
    if (next != end && (*next != ',' || next + 1 == end)) return bad;
    at = next == end ? end : next + 1;
  }
  return std::pair(text.substr(0, colon), ir::Shape(std::move(dims)));
}

}  // namespace litevk::tools
