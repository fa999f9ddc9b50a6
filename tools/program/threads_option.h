// The option --num_threads.
#pragma once

namespace CLI {
class App;
}

namespace litevk::tools {

// Adds --num_threads: threads of the CPU kernels, as in TFLite's tools. -1 and 0 are one thread.
void AddThreadsOption(CLI::App& app, int& threads);

}  // namespace litevk::tools
