// A file that keeps the driver's compiled pipelines of one gpu::Graph between processes
// (docs/design/caching.md).
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "runtime/base/status.h"
#include "runtime/graph/gpu_graph.h"
#include "runtime/vk/instance/device_info.h"

namespace litevk {

class PipelineFile {
 public:
  // Uses a file in `folder` for the pipelines of `graph` on that device. Its name is a hash of the shaders'
  // SPIR-V and constants. So another model, other options or another build of the library have another file.
  PipelineFile(const std::string& folder, const gpu::Graph& graph, const vk::DeviceInfo& device);

  const std::string& path() const { return path_; }

  // Returns the driver's data when the file was written; empty if there is no file. An error says why the
  // file cannot be used: it is damaged, or from another device or driver.
  Result<std::string> Read() const;
  Status Write(std::string_view driver_data) const;

 private:
  std::string Header(std::string_view driver_data) const;

  std::string path_;
  uint64_t key_ = 0;
  std::string device_;
};

}  // namespace litevk
