#include "bench/model/cold_caches.h"

#include <cstdlib>
#include <string>
#include <utility>

#include "tools/program/temporary_folder.h"

namespace litevk::bench {

Result<std::unique_ptr<ColdCaches>> ColdCaches::Create() {
  LITEVK_ASSIGN_OR_RETURN(const std::string folder, tools::MakeTemporaryFolder());
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
