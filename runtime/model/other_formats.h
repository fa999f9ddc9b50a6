// Files that are taken for models and are none.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace litevk::model_check {

// Says what a file is that begins with these bytes, and how to come from it to a model; empty for what is not
// known.
std::string OtherFormat(std::span<const std::byte> bytes);
// Says the same of an open folder, or of what else is no file.
std::string OtherFolder(int descriptor);

}  // namespace litevk::model_check
