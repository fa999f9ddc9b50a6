// Executables on every memory path for tests.
#pragma once

#include "runtime/exec/executable.h"

#include <algorithm>
#include <numeric>
#include <thread>

#include "tests/runtime/vk/gpu_test.h"

namespace litevk {

// Runs every test with inputs and outputs in shared memory, and with staging buffers as on a discrete GPU.
// All values are small integers, so results are exact.
class ExecutableTest : public GpuTest, public testing::WithParamInterface<bool> {
 protected:
  ExecutableOptions Options() const {
    ExecutableOptions options;
    options.disable_zero_copy = GetParam();
    return options;
  }

  std::unique_ptr<Executable> Build(GraphBuilder& builder) { return Build(builder, Options()); }
  std::unique_ptr<Executable> Build(GraphBuilder& builder, const ExecutableOptions& options) {
    auto executable = Executable::Build(device_, builder.Take(), options);
    EXPECT_TRUE(executable.ok()) << executable.status().message();
    return executable.ok() ? std::move(*executable) : nullptr;
  }

  static void Fill(Executable& executable, gpu::TensorId input, float first) {
    const std::span<float> values = Floats(executable.Input(input));
    std::iota(values.begin(), values.end(), first);
  }

  static void ExpectRun(Executable& executable) {
    const Status status = executable.Run();
    ASSERT_TRUE(status.ok()) << status.message();
  }
};

}  // namespace litevk
