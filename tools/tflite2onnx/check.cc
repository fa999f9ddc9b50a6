#include "tools/tflite2onnx/check.h"

#include <cstdlib>
#include <vector>

#include "runtime/platform/process.h"

namespace litevk::tools {
namespace {

constexpr int kWrong = 1;

}  // namespace

Result<bool> Check(const OnnxArguments& arguments) {
  const char* chosen = std::getenv("LITEVK_PYTHON");
  const std::string python = chosen == nullptr ? "python3" : chosen;
  std::vector<std::string> command = {python, "-c", std::string(kCheckScript), arguments.model.string(),
                                      arguments.output.string()};
  if (arguments.is_strict) command.emplace_back("--strict");
  if (!arguments.signature.empty()) command.insert(command.end(), {"--signature", arguments.signature});
  auto process = Process::Start(command);
  const auto status = process.ok() ? process->Wait().status : std::nullopt;
  if (status && (*status == 0 || *status == kWrong)) return *status == 0;
  const std::string cause =
      process.ok() ? python + " could not look at the model" : process.status().message();
  return Unavailable("--check: " + cause + "; set the variable LITEVK_PYTHON to a Python that can");
}

}  // namespace litevk::tools
