// Recognizes files that are mistaken for models.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

namespace litevk::model_check {

// Returns the format of a file that begins with these bytes, and how to get a model from it; empty if
// unknown.
std::string OtherFormat(std::span<const std::byte> bytes);
// Does the same for a folder; empty for any other path.
std::string OtherFolder(const std::filesystem::path& path);

}  // namespace litevk::model_check
