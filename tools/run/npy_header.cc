#include "tools/run/npy_header.h"

#include <charconv>

namespace litevk::tools {
namespace {

constexpr size_t kAlignment = 64;

// Returns the text after `'key':`, without leading spaces; empty if the key is missing.
std::string_view ValueOf(std::string_view text, std::string_view key) {
  const size_t found = text.find("'" + std::string(key) + "':");
  if (found == std::string_view::npos) return {};
  text.remove_prefix(found + key.size() + 3);
  const size_t start = text.find_first_not_of(' ');
  return start == std::string_view::npos ? std::string_view() : text.substr(start);
}

Result<std::vector<int>> ParseShape(std::string_view text) {
  const size_t close = text.find(')');
  if (text.empty() || text.front() != '(' || close == std::string_view::npos) {
    return InvalidArgument("its header has no shape");
  }
  std::vector<int> shape;
  for (const char* at = text.data() + 1; at != text.data() + close;) {
    if (*at == ',' || *at == ' ') {
      ++at;
      continue;
    }
    int dim = 0;
    const auto [end, error] = std::from_chars(at, text.data() + close, dim);
    if (error != std::errc() || dim < 0) return InvalidArgument("its header has a bad shape");
    shape.push_back(dim);
    at = end;
  }
  return shape;
}

}  // namespace

Result<NpyHeader> ParseNpyHeader(std::string_view text) {
  NpyHeader header;
  const std::string_view descr = ValueOf(text, "descr");
  const size_t quote = descr.size() < 2 ? std::string_view::npos : descr.find('\'', 1);
  if (quote == std::string_view::npos || descr.front() != '\'') {
    return InvalidArgument("its header has no plain element type");
  }
  header.descr = descr.substr(1, quote - 1);
  header.fortran_order = ValueOf(text, "fortran_order").starts_with("True");
  LITEVK_ASSIGN_OR_RETURN(header.shape, ParseShape(ValueOf(text, "shape")));
  return header;
}

std::string FormatNpyHeader(const NpyHeader& header) {
  std::string shape;
  for (const int dim : header.shape) shape += std::to_string(dim) + ", ";
  // A tuple of one keeps its comma; a longer one has none at its end.
  if (header.shape.size() == 1) shape.pop_back();
  if (header.shape.size() > 1) shape.resize(shape.size() - 2);
  std::string text = "{'descr': '" + header.descr +
                     "', 'fortran_order': " + (header.fortran_order ? "True" : "False") + ", 'shape': (" +
                     shape + "), }";
  const size_t unpadded = kNpyPrefix + text.size() + 1;
  text.append((kAlignment - unpadded % kAlignment) % kAlignment, ' ');
  return text + "\n";
}

}  // namespace litevk::tools
