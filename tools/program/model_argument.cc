#include "tools/program/model_argument.h"

#include <CLI/CLI.hpp>

namespace litevk::tools {

CLI::Option* AddModelArgument(CLI::App& app, std::filesystem::path& model) {
  return app.add_option("model,--graph", model, "The .tflite file")->type_name("FILE");
}

Status CheckModelArgument(const std::filesystem::path& model) {
  return model.empty() ? InvalidArgument("a model file is missing; --help says more") : Status();
}

}  // namespace litevk::tools
