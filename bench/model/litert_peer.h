// A model in ai-edge-litert's interpreter, which most users would run it in otherwise: a Python of the
// user's, as a child process.
#pragma once

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

#include "bench/model/arguments.h"
#include "tools/run/array.h"

namespace litevk::bench {

class LitertPeer {
 public:
  // Starts `arguments.python`, loads the model with `arguments.num_threads` threads and its default kernels
  // (XNNPACK), resizes it to the `inputs`, gives it these and runs it once. Fails with a sentence where that
  // Python cannot be started, does not have the package, or its interpreter does not run the model.
  static Result<std::unique_ptr<LitertPeer>> Start(const BenchArguments& arguments,
                                                   const std::vector<tools::Array>& inputs);
  // Ends the child.
  ~LitertPeer();
  LitertPeer(const LitertPeer&) = delete;
  LitertPeer& operator=(const LitertPeer&) = delete;

  // "ai-edge-litert 2.3.0"
  const std::string& name() const { return name_; }
  // One inference, timed in the child; milliseconds.
  Result<double> Run();

 private:
  LitertPeer() = default;
  Status Spawn(const BenchArguments& arguments, const std::string& folder);
  // The child's next line, without its end; fails when it says so, ends or is silent for too long.
  Result<std::string> ReadLine();

  pid_t child_ = -1;
  int socket_ = -1;
  std::string received_;  // behind the last line that was read
  std::string name_;
};

}  // namespace litevk::bench
