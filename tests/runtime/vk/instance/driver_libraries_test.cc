// The LLVM that a driver calls if another one serves the whole process. Each case runs in its own process.
#include "runtime/vk/instance/driver_libraries.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/vk/instance/driver_manifests.h"

namespace litevk::vk {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::ExitedWithCode;

constexpr int kOwn = 1;  // tests/drivers/CMakeLists.txt

// Functions that run in a child process.
struct Child {
  static void LoadForAll(const char* library) {
    if (dlopen(library, RTLD_NOW | RTLD_GLOBAL) == nullptr) std::_Exit(100);
  }
  static void Open() {
    const Status status = OpenDriverLibraries();
    if (!status.ok()) Refused(status);
  }
  [[noreturn]] static void Refused(const Status& status) {
    static_cast<void>(std::fprintf(stderr, "refused: %s\n", status.message().c_str()));
    std::_Exit(101);
  }
  // Exits with the number of the LLVM that the driver calls.
  [[noreturn]] static void Call() {
    void* driver = dlopen(LITEVK_TEST_DRIVER, RTLD_LAZY | RTLD_LOCAL);
    auto* call = driver == nullptr ? nullptr : reinterpret_cast<int (*)()>(dlsym(driver, "litevk_test_llvm"));
    std::_Exit(call == nullptr ? 102 : call());
  }
};

bool IsSanitized() { return dlsym(RTLD_DEFAULT, "__asan_init") != nullptr; }

class DriverLibrariesTest : public testing::Test {
 protected:
  DriverLibrariesTest()
      : folder_(fs::path(testing::TempDir()) / ("driver_libraries_" + std::to_string(getpid()))) {
    testing::GTEST_FLAG(death_test_style) = "threadsafe";
    fs::create_directories(folder_);
    for (const char* name : {"VK_DRIVER_FILES", "VK_LOADER_DRIVERS_SELECT", "VK_LOADER_DRIVERS_DISABLE"}) {
      unsetenv(name);
    }
    setenv("VK_ICD_FILENAMES", Manifest("test.json", LITEVK_TEST_DRIVER).c_str(), 1);
  }
  ~DriverLibrariesTest() override { fs::remove_all(folder_); }

  std::string Manifest(const fs::path& name, const std::string& library) const {
    const fs::path path = folder_ / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << R"({"ICD": {"api_version": "1.1.0", "library_path": ")" << library << "\"}}\n";
    return path.string();
  }

  fs::path folder_;
};

using DriverLibrariesDeathTest = DriverLibrariesTest;

TEST_F(DriverLibrariesDeathTest, ADriverCallsItsOwnLlvm) {
  EXPECT_EXIT((Child::Open(), Child::Call()), ExitedWithCode(kOwn), "");
}

TEST_F(DriverLibrariesDeathTest, AlsoWhereAnotherServesTheProcess) {
  const auto run = [] { Child::LoadForAll(LITEVK_TEST_OTHER_LLVM), Child::Open(), Child::Call(); };
  if (IsSanitized()) {
    EXPECT_EXIT(run(), ExitedWithCode(101), "refused: vulkan driver .*a sanitizer has to be found first");
  } else {
    EXPECT_EXIT(run(), ExitedWithCode(kOwn), "");
  }
}

// A driver binds most functions at their first call.
TEST_F(DriverLibrariesDeathTest, AlsoWhereAnotherComesLater) {
  EXPECT_EXIT((Child::Open(), Child::LoadForAll(LITEVK_TEST_OTHER_LLVM), Child::Open(), Child::Call()),
              ExitedWithCode(kOwn), "");
}

TEST_F(DriverLibrariesDeathTest, WhatIsBoundToTheOtherIsRefused) {
  const auto run = [] {
    Child::LoadForAll(LITEVK_TEST_OTHER_LLVM);
    dlopen(LITEVK_TEST_DRIVER, RTLD_LAZY | RTLD_LOCAL);
    Child::Open();
  };
  EXPECT_EXIT(
      run(), ExitedWithCode(101),
      "refused: vulkan driver \".*\": expected to find its own LLVM, found that of \".*other_llvm.so\"");
}

TEST_F(DriverLibrariesDeathTest, ADriverWithoutLlvmIsNotRefused) {
  setenv("VK_ICD_FILENAMES", Manifest("other.json", "libvulkan.so.1").c_str(), 1);
  const auto run = [] {
    Child::LoadForAll(LITEVK_TEST_OTHER_LLVM);
    dlopen(LITEVK_TEST_DRIVER, RTLD_LAZY | RTLD_LOCAL);
    Child::Open();
    std::_Exit(0);
  };
  EXPECT_EXIT(run(), ExitedWithCode(0), "");
}

TEST_F(DriverLibrariesTest, PathsAreRelativeToTheManifest) {
  const std::string files = Manifest("a.json", "/lib/a.so") + ":" + Manifest("b.json", "../b.so") + ":" +
                            Manifest("c.json", "libc_driver.so") + ":/none.json";
  setenv("VK_ICD_FILENAMES", files.c_str(), 1);
  EXPECT_THAT(DriverLibraries(),
              ElementsAre("/lib/a.so", (folder_.parent_path() / "b.so").string(), "libc_driver.so"));
}

TEST_F(DriverLibrariesTest, WhatIsNoManifestIsLeftOut) {
  for (const char* text :
       {"", "{", "[]", "{\"ICD\": 1}", "{\"ICD\": {}}", "{\"ICD\": {\"library_path\": 1}}"}) {
    const std::string path = (folder_ / "bad.json").string();
    std::ofstream(path) << text;
    setenv("VK_ICD_FILENAMES", path.c_str(), 1);
    EXPECT_THAT(DriverLibraries(), ElementsAre()) << text;
  }
}

TEST_F(DriverLibrariesTest, FoldersAreSearchedAsTheLoaderDoes) {
  Manifest("config/vulkan/icd.d/a.json", "a.so");
  Manifest("data/vulkan/icd.d/b_icd.json", "b.so");
  Manifest("data/vulkan/icd.d/text.txt", "c.so");
  setenv("XDG_CONFIG_HOME", (folder_ / "config").c_str(), 1);
  setenv("XDG_DATA_DIRS", (folder_ / "data").c_str(), 1);
  unsetenv("VK_ICD_FILENAMES");
  EXPECT_THAT(DriverLibraries(), testing::IsSupersetOf({"a.so", "b.so"}));
  setenv("VK_LOADER_DRIVERS_SELECT", "x*,B_*", 1);
  EXPECT_THAT(DriverLibraries(), ElementsAre("b.so"));
  unsetenv("VK_LOADER_DRIVERS_SELECT");
  setenv("VK_LOADER_DRIVERS_DISABLE", "b_*", 1);
  EXPECT_THAT(DriverLibraries(), testing::Not(testing::Contains("b.so")));
  setenv("VK_DRIVER_FILES", (folder_ / "data/vulkan/icd.d").c_str(), 1);
  unsetenv("VK_LOADER_DRIVERS_DISABLE");
  EXPECT_THAT(DriverLibraries(), ElementsAre("b.so"));
}

}  // namespace
}  // namespace litevk::vk
