// Empty caches for the drivers of this process.
#pragma once

#include <filesystem>
#include <memory>

#include "runtime/base/status.h"

namespace litevk::bench {

// While this object lives, drivers keep compiled shaders in an empty temporary folder. This covers Mesa,
// NVIDIA and drivers that follow XDG_CACHE_HOME. Create it before the first Vulkan instance: drivers read the
// location once.
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
