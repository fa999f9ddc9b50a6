#include "bench/model/cold_caches.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

namespace litevk::bench {

Result<std::unique_ptr<ColdCaches>> ColdCaches::Create() {
  std::string folder = (std::filesystem::temp_directory_path() / "litevk-bench-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) {
    return Unavailable("--cold: " + folder + ": " + std::strerror(errno));
  }
  for (const char* name : {"MESA_SHADER_CACHE_DIR", "__GL_SHADER_DISK_CACHE_PATH", "XDG_CACHE_HOME"}) {
    setenv(name, folder.c_str(), /*overwrite=*/1);
  }
  return std::unique_ptr<ColdCaches>(new ColdCaches(folder));
}

ColdCaches::ColdCaches(std::filesystem::path folder) : folder_(std::move(folder)) {}

ColdCaches::~ColdCaches() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

}  // namespace litevk::bench
