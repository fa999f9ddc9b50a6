#include "tools/program/threads_option.h"

#include <CLI/CLI.hpp>

#include "tools/program/checks.h"

namespace litevk::tools {

void AddThreadsOption(CLI::App& app, int& threads) {
  app.add_option("--num_threads", threads, "Threads of the CPU kernels; -1, as in TFLite: one")
      ->check(WholeNumber(-1))
      ->capture_default_str();
}

}  // namespace litevk::tools
