// Processes that this one starts: their streams, their ends, and time limits.
#include "runtime/platform/process.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace litevk {
namespace {

using Pipes = ProcessOptions::Pipes;
using ReadResult = Process::ReadResult;

constexpr std::chrono::seconds kPatience(60);

Process Shell(const std::string& script, const ProcessOptions& options = {}) {
  auto process = Process::Start({"sh", "-c", script}, options);
  EXPECT_TRUE(process.ok()) << process.status().message();
  return std::move(*process);
}

// Reads until the process closes its output.
std::string AllOutput(Process& process) {
  std::string text;
  ReadResult read = ReadResult::kRead;
  while (read == ReadResult::kRead) read = process.Read(Process::Clock::now() + kPatience, text);
  EXPECT_EQ(read, ReadResult::kClosed);
  return text;
}

TEST(ProcessTest, HasAnExitStatus) {
  EXPECT_EQ(Shell("exit 0").Wait().status, 0);
  EXPECT_EQ(Shell("exit 7").Wait().status, 7);
}

TEST(ProcessTest, IsEndedByASignal) {
  const ProcessEnd end = Shell("kill -TERM $$").Wait();
  EXPECT_EQ(end.status, std::nullopt);
  EXPECT_EQ(end.signal, "Terminated");
}

TEST(ProcessTest, AMissingProgramIsAnError) {
  const auto process = Process::Start({"/no/such/program"});
  ASSERT_FALSE(process.ok());
  EXPECT_EQ(process.status().code(), StatusCode::kUnavailable);
  EXPECT_EQ(process.status().message(), "/no/such/program cannot be started: No such file or directory");
}

TEST(ProcessTest, GetsItsArgumentsAsTheyAre) {
  auto process = Process::Start({"printf", "%s|", "a b", "$HOME", ""}, {.pipes = Pipes::kOutput});
  ASSERT_TRUE(process.ok()) << process.status().message();
  EXPECT_EQ(AllOutput(*process), "a b|$HOME||");
  EXPECT_EQ(process->Wait().status, 0);
}

TEST(ProcessTest, OutputIsReadUntilItsEnd) {
  Process process = Shell("i=0; while [ $i -lt 2000 ]; do echo line $i; i=$((i + 1)); done; exit 3",
                          {.pipes = Pipes::kOutput});
  const std::string text = AllOutput(process);
  EXPECT_EQ(std::ranges::count(text, '\n'), 2000);
  EXPECT_TRUE(text.starts_with("line 0\nline 1\n") && text.ends_with("line 1999\n"));
  EXPECT_EQ(process.Wait().status, 3);
}

TEST(ProcessTest, ADeadlineEndsTheWait) {
  Process process = Shell("echo begun; exec sleep 600", {.pipes = Pipes::kOutput});
  std::string text;
  EXPECT_EQ(process.Read(Process::Clock::now() + kPatience, text), ReadResult::kRead);
  const auto deadline = Process::Clock::now() + std::chrono::milliseconds(50);
  EXPECT_EQ(process.Read(deadline, text), ReadResult::kTooLate);
  EXPECT_GE(Process::Clock::now(), deadline - std::chrono::milliseconds(1));
  EXPECT_EQ(process.Read(deadline, text), ReadResult::kTooLate);
  EXPECT_EQ(text, "begun\n");
  EXPECT_EQ(process.Kill().signal, "Killed");
}

TEST(ProcessTest, AnswersWhatIsWritten) {
  Process process = Shell("while read line; do echo \"got $line\"; done", {.pipes = Pipes::kInputAndOutput});
  for (const std::string word : {"one", "two"}) {
    std::string text;
    ASSERT_TRUE(process.Write(word + "\n"));
    while (!text.ends_with('\n')) {
      ASSERT_EQ(process.Read(Process::Clock::now() + kPatience, text), ReadResult::kRead);
    }
    EXPECT_EQ(text, "got " + word + "\n");
  }
  const ProcessEnd end = process.Stop();
  EXPECT_TRUE(end.status == 0 || end.signal == "Terminated");
}

TEST(ProcessTest, WritingToAnEndedProcessIsNoSignal) {
  Process process = Shell("exit 0", {.pipes = Pipes::kInputAndOutput});
  EXPECT_EQ(AllOutput(process), "");
  EXPECT_FALSE(process.Write("text\n"));
  EXPECT_EQ(process.Wait().status, 0);
}

TEST(ProcessTest, StandardErrorMayBeDiscarded) {
  testing::internal::CaptureStderr();
  Shell("echo lost >&2", {.discards_errors = true}).Wait();
  Shell("echo kept >&2").Wait();
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "kept\n");
}

TEST(ProcessTest, AGroupOfItsOwn) {
  const std::string tell = "read id name state parent group rest < /proc/$$/stat; echo $$ $group";
  for (const bool has_own : {true, false}) {
    Process process = Shell(tell, {.pipes = Pipes::kOutput, .has_own_group = has_own});
    std::istringstream words(AllOutput(process));
    int id = 0;
    int group = 0;
    words >> id >> group;
    EXPECT_GT(group, 0);
    EXPECT_EQ(group == id, has_own);
    process.Wait();
  }
}

TEST(ProcessTest, IsKilledWithItsObject) {
  int id = 0;
  {
    Process process = Shell("echo $$; exec sleep 600", {.pipes = Pipes::kOutput});
    std::string text;
    ASSERT_EQ(process.Read(Process::Clock::now() + kPatience, text), ReadResult::kRead);
    id = std::stoi(text);
    ASSERT_GT(id, 1);
    const Process moved = std::move(process);
    EXPECT_EQ(kill(id, 0), 0);
  }
  EXPECT_NE(kill(id, 0), 0);
}

TEST(ProcessTest, NothingIsWaitedForTwice) {
  Process process = Shell("exit 7");
  EXPECT_EQ(process.Wait().status, 7);
  EXPECT_EQ(process.Wait().status, std::nullopt);
  EXPECT_EQ(process.Stop().status, std::nullopt);
  EXPECT_EQ(process.Kill().status, std::nullopt);
}

TEST(RunInForkTest, TheCopyHasAStatusOrASignal) {
  const auto ended = RunInFork([] { return 7; });
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->status, 7);
  const auto killed = RunInFork([] { return std::raise(SIGKILL); });
  ASSERT_TRUE(killed);
  EXPECT_EQ(killed->status, std::nullopt);
  EXPECT_EQ(killed->signal, "Killed");
}

}  // namespace
}  // namespace litevk
