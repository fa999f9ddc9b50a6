// The header of a .npy file: a Python dict literal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/status.h"

namespace litevk::tools {

struct NpyHeader {
  std::string descr;  // "<f4"
  bool fortran_order = false;
  std::vector<int> shape;
};

Result<NpyHeader> ParseNpyHeader(std::string_view text);
// Returns the header's text, padded with spaces so that the data after it begin at a multiple of 64 bytes.
std::string FormatNpyHeader(const NpyHeader& header);

// Bytes before the header's text in format 1.0: magic, version, the text's length.
inline constexpr size_t kNpyPrefix = 10;

}  // namespace litevk::tools
