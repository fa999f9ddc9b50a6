// The model on a program's command line: the argument that belongs to no option.
#pragma once

#include <filesystem>

#include "runtime/base/status.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace litevk::tools {

// Adds the argument, and the option --graph, its name in TFLite's benchmark_model.
CLI::Option* AddModelArgument(CLI::App& app, std::filesystem::path& model);

// Fails if the argument is missing.
Status CheckModelArgument(const std::filesystem::path& model);

}  // namespace litevk::tools
