// A child of fork() has the driver's memory without the driver's threads: it gets a diagnostic and the CPU.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <thread>

#include "tests/delegate/plugin/delegate_fixture.h"

namespace litevk::test {
namespace {

using testing::HasSubstr;

constexpr const char* kDiagnostic = "this process was forked from one that had used Vulkan";
constexpr unsigned kHangsAfterSeconds = 60;

// Runs `body` in a child, where a failed expectation or a hang makes the function return false.
bool PassesInChild(const std::function<void()>& body) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(kHangsAfterSeconds);
    body();
    std::fflush(nullptr);
    _exit(testing::Test::HasFailure() ? 1 : 0);
  }
  int status = -1;
  return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// A model that has run once on the device; its results without the delegate are known.
class ForkTest : public DelegateTest {
 protected:
  struct Session {
    std::unique_ptr<Delegate> delegate;
    std::unique_ptr<FakeInterpreter> interpreter;
  };

  ForkTest() { BuildChain(model_); }

  void SetUp() override {
    FakeInterpreter stock(model_);
    ASSERT_EQ(stock.AllocateTensors(), abi::kTfLiteOk);
    expected_ = Run(stock);
  }

  Session Start(const OptionPairs& options = {}) {
    Session session = {.delegate = MakeDelegate(options),
                       .interpreter = std::make_unique<FakeInterpreter>(model_)};
    EXPECT_EQ(session.interpreter->ModifyGraphWithDelegate(session.delegate->abi()), abi::kTfLiteOk);
    EXPECT_EQ(session.interpreter->AllocateTensors(), abi::kTfLiteOk);
    ExpectClose(Run(*session.interpreter), expected_);
    return session;
  }

  // Runs a session that the parent made twice: one warning, right results, and everything can be destroyed.
  void ExpectOldSessionRunsOnTheCpu(Session& session) {
    Logger::ForgetWarnings();
    testing::internal::CaptureStderr();
    for (int run = 0; run < 2; ++run) ExpectClose(Run(*session.interpreter), expected_);
    session.interpreter.reset();
    session.delegate.reset();
    const std::string log = testing::internal::GetCapturedStderr();
    EXPECT_THAT(log, HasSubstr("litevk: partition 0 failed to run: " + std::string(kDiagnostic)));
    EXPECT_THAT(log, testing::EndsWith("; it runs on the CPU\n"));
    EXPECT_EQ(std::ranges::count(log, '\n'), 1) << log;
  }

  // Expects one warning, no node taken, and right results.
  void ExpectRefused(Delegate& delegate) {
    Logger::ForgetWarnings();
    testing::internal::CaptureStderr();
    FakeInterpreter interpreter(model_);
    EXPECT_EQ(interpreter.ModifyGraphWithDelegate(delegate.abi()), abi::kTfLiteOk);
    EXPECT_EQ(interpreter.subgraph().DelegateNodes(), 0);
    EXPECT_EQ(interpreter.AllocateTensors(), abi::kTfLiteOk);
    ExpectClose(Run(interpreter), expected_);
    const std::string log = testing::internal::GetCapturedStderr();
    EXPECT_THAT(log, testing::StartsWith("litevk: " + std::string(kDiagnostic)));
    EXPECT_THAT(log, testing::EndsWith("; every node is left to the interpreter\n"));
    EXPECT_EQ(std::ranges::count(log, '\n'), 1) << log;
  }

  ModelBuilder model_;
  std::vector<std::vector<float>> expected_;
};

TEST_F(ForkTest, OldInterpreterRunsOnTheCpu) {
  Session session = Start();
  EXPECT_TRUE(PassesInChild([&] { ExpectOldSessionRunsOnTheCpu(session); }));
  ExpectClose(Run(*session.interpreter), expected_);
}

TEST_F(ForkTest, OldInterpreterIsDestroyedInTheChild) {
  Session session = Start();
  EXPECT_TRUE(PassesInChild([&] {
    session.interpreter.reset();
    session.delegate.reset();
  }));
  ExpectClose(Run(*session.interpreter), expected_);
}

TEST_F(ForkTest, OldInterpreterIsAnErrorWhenStrict) {
  const Session session = Start({{"strict", "1"}});
  EXPECT_TRUE(PassesInChild([&] {
    EXPECT_NE(session.interpreter->Invoke(), abi::kTfLiteOk);
    EXPECT_THAT(session.interpreter->TakeErrors(), HasSubstr(kDiagnostic));
  }));
}

// The interpreter's shapes change, so that the child makes a new plan.
TEST_F(ForkTest, OldInterpreterIsResizedInTheChild) {
  const Session session = Start();
  ModelBuilder larger;
  BuildChain(larger, 3);
  FakeInterpreter stock(larger);
  ASSERT_EQ(stock.AllocateTensors(), abi::kTfLiteOk);
  const auto expected = Run(stock);
  EXPECT_TRUE(PassesInChild([&] {
    testing::internal::CaptureStderr();
    session.interpreter->ResizeInput(0, {3, 2, 3, 5});
    EXPECT_EQ(session.interpreter->AllocateTensors(), abi::kTfLiteOk);
    ExpectClose(Run(*session.interpreter), expected);
    EXPECT_THAT(testing::internal::GetCapturedStderr(),
                HasSubstr("partition 0 could not be built: " + std::string(kDiagnostic)));
  }));
}

TEST_F(ForkTest, DelegatesOfTheChildHaveNoDevice) {
  const Session session = Start();
  EXPECT_TRUE(PassesInChild([&] {
    ExpectRefused(*session.delegate);
    ExpectRefused(*MakeDelegate());
    const auto strict = Delegate::Create({{"allow_cpu_device", "1"}, {"strict", "1"}});
    EXPECT_THAT(strict.status().message(), HasSubstr(kDiagnostic));
  }));
  ExpectSameResults(model_, session.delegate->abi(), 1);
}

TEST_F(ForkTest, ChildrenOfChildren) {
  const Session session = Start();
  EXPECT_TRUE(PassesInChild([&] {
    EXPECT_TRUE(PassesInChild([&] { ExpectRefused(*MakeDelegate()); }));
    testing::internal::CaptureStderr();
    ExpectClose(Run(*session.interpreter), expected_);
    testing::internal::GetCapturedStderr();
    EXPECT_TRUE(PassesInChild([&] { ExpectClose(Run(*session.interpreter), expected_); }));
  }));
}

TEST_F(ForkTest, TheReportStaysTheParents) {
  const std::string path = testing::TempDir() + "litevk_fork_report.json";
  const Session session = Start({{"report_path", path}, {"enable_op_profiling", "1"}});
  ASSERT_EQ(std::remove(path.c_str()), 0);
  EXPECT_TRUE(PassesInChild([&] {
    testing::internal::CaptureStderr();
    ExpectClose(Run(*session.interpreter), expected_);
    testing::internal::GetCapturedStderr();
    ExpectRefused(*session.delegate);
  }));
  EXPECT_NE(access(path.c_str(), F_OK), 0);
}

// Not under AddressSanitizer. In clang 14 it takes none of its own locks before a fork. A child hangs in
// operator new if another thread of its parent was in there.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LITEVK_TEST_HAS_ASAN
#endif
#endif
#ifndef LITEVK_TEST_HAS_ASAN
// The child has a copy of the other thread's state, whatever that thread was doing.
TEST_F(ForkTest, WhileAnotherThreadRuns) {
  const Session busy = Start();
  const Session idle = Start();
  std::atomic<bool> stop = false;
  std::thread thread([&] {
    while (!stop) EXPECT_EQ(busy.interpreter->Invoke(), abi::kTfLiteOk);
  });
  for (int i = 0; i < 10; ++i) {
    EXPECT_TRUE(PassesInChild([&] {
      testing::internal::CaptureStderr();
      ExpectClose(Run(*busy.interpreter), expected_);
      ExpectClose(Run(*idle.interpreter), expected_);
      testing::internal::GetCapturedStderr();
      ExpectRefused(*MakeDelegate());
    }));
  }
  stop = true;
  thread.join();
  ExpectClose(Run(*busy.interpreter), expected_);
}
#endif

}  // namespace
}  // namespace litevk::test
