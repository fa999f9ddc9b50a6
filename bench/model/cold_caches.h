// Empty caches for the drivers of this process.
#pragma once

#include <filesystem>
#include <memory>

#include "runtime/base/status.h"

namespace litevk::bench {

// While it lives, drivers find and leave compiled shaders in an empty temporary folder: Mesa's, NVIDIA's, and
// those that follow XDG_CACHE_HOME. Made before the first Vulkan instance: drivers look once.
class ColdCaches {
 public:
  static Result<std::unique_ptr<ColdCaches>> Create();
  ~ColdCaches();
  ColdCaches(const ColdCaches&) = delete;
  ColdCaches& operator=(const ColdCaches&) = delete;

 private:
  explicit ColdCaches(std::filesystem::path folder);

  const std::filesystem::path folder_;
};

}  // namespace litevk::bench
