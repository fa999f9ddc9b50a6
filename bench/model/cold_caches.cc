#include "bench/model/cold_caches.h"

#include <string>
#include <utility>

#include "runtime/platform/environment.h"
#include "runtime/platform/temporary_folder.h"

namespace litevk::bench {

Result<std::unique_ptr<ColdCaches>> ColdCaches::Create() {
  LITEVK_ASSIGN_OR_RETURN(const std::string folder, MakeTemporaryFolder());
  for (const char* name : {"MESA_SHADER_CACHE_DIR", "__GL_SHADER_DISK_CACHE_PATH", "XDG_CACHE_HOME"}) {
    SetVariable(name, folder);
  }
  return std::unique_ptr<ColdCaches>(new ColdCaches(folder));
}

ColdCaches::ColdCaches(std::filesystem::path folder) : folder_(std::move(folder)) {}

ColdCaches::~ColdCaches() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

}  // namespace litevk::bench
