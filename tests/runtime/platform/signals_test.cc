#include "runtime/platform/signals.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#include "gtest/gtest.h"
#include "runtime/platform/fork.h"

namespace litevk {
namespace {

namespace fs = std::filesystem;
using testing::KilledBySignal;

volatile std::sig_atomic_t interrupts = 0;
void Count() { interrupts = interrupts + 1; }
void Tell() { WriteErrorInHandler("the end\n"); }

TEST(SignalsDeathTest, TheSecondInterruptEndsTheProcess) {
  OnNextInterrupt(Count);
  std::raise(SIGINT);
  EXPECT_EQ(interrupts, 1);
  EXPECT_EXIT(std::raise(SIGINT), KilledBySignal(SIGINT), "");
  OnNextInterrupt(Count);
  std::raise(SIGINT);
  EXPECT_EQ(interrupts, 2);
}

TEST(SignalsDeathTest, AHandlerRunsBeforeASignalEndsTheProcess) {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGPIPE}) {
    EXPECT_EXIT((BeforeEndingSignals(Tell), std::raise(signal)), KilledBySignal(signal), "the end");
  }
}

TEST(SignalsDeathTest, IgnoredSignalsStayIgnored) {
  const auto run = [] {
    std::signal(SIGPIPE, SIG_IGN);
    BeforeEndingSignals(Tell);
    std::raise(SIGPIPE);
    std::exit(7);
  };
  EXPECT_EXIT(run(), testing::ExitedWithCode(7), "^$");
}

TEST(SignalsTest, AFolderOfFilesIsRemoved) {
  const fs::path folder = testing::TempDir() + "signals_test_" + std::to_string(ProcessId());
  fs::create_directory(folder);
  for (int i = 0; i < 500; ++i) std::ofstream{folder / ("a file of a longer name " + std::to_string(i))};
  RemoveFolderInHandler(folder.c_str());
  EXPECT_FALSE(fs::exists(folder));
  RemoveFolderInHandler(folder.c_str());
}

TEST(SignalsTest, AFolderOfFoldersStays) {
  const fs::path folder = testing::TempDir() + "signals_test_" + std::to_string(ProcessId());
  fs::create_directories(folder / "other");
  std::ofstream{folder / "other/a"}.flush();
  RemoveFolderInHandler(folder.c_str());
  EXPECT_TRUE(fs::exists(folder / "other/a"));
  fs::remove_all(folder);
}

}  // namespace
}  // namespace litevk
