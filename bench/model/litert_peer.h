// Runs a model in ai-edge-litert's interpreter, which most users would use otherwise. The interpreter runs in
// a Python of the user's, as a child process.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench/model/arguments.h"
#include "runtime/platform/process.h"
#include "tools/run/array.h"

namespace litevk::bench {

class LitertPeer {
 public:
  // Starts `arguments.python` and loads the model with `arguments.num_threads` threads and its default
  // kernels (XNNPACK). Resizes the model to the `inputs`, copies them in and runs it once. Fails with a
  // diagnostic if that Python cannot be started, does not have the package, or its interpreter does not run
  // the model.
  static Result<std::unique_ptr<LitertPeer>> Start(const BenchArguments& arguments,
                                                   const std::vector<tools::Array>& inputs);
  // Ends the child.
  ~LitertPeer();
  LitertPeer(const LitertPeer&) = delete;
  LitertPeer& operator=(const LitertPeer&) = delete;

  // Returns the package's name and version: "ai-edge-litert 2.3.0"
  const std::string& name() const { return name_; }
  // Runs one inference; returns the milliseconds that the child measured.
  Result<double> Run();

 private:
  explicit LitertPeer(Process process) : process_(std::move(process)) {}
  // Returns the child's next line, without its end. Fails if the line reports an error, or if the child ends
  // or is silent for too long.
  Result<std::string> ReadLine();

  Process process_;
  std::string received_;  // bytes behind the last line that was read
  std::string name_;
};

}  // namespace litevk::bench
