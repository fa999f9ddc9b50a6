// One interpreter in several threads: errors, and no thread reads another thread's results.
#include <gmock/gmock.h>

#include <atomic>
#include <functional>
#include <string>
#include <thread>

#include "tests/runtime/c_api/c_api_test.h"

namespace litevk::test {
namespace {

using testing::HasSubstr;

constexpr const char* kInUse = "this interpreter is in use by another thread";

// Runs fn() in a thread and waits until the thread has ended.
void InAnotherThread(const std::function<void()>& fn) { std::jthread(fn).join(); }

class CApiThreads : public CApi {
 protected:
  void SetUp() override {
    interpreter_ = Make();
    ASSERT_EQ(LitevkInterpreterAllocateTensors(get()), kLitevkOk);
  }
  LitevkInterpreter* get() const { return interpreter_.get(); }
  LitevkTensor* input() const { return LitevkInterpreterGetInputTensor(get(), 0); }
  const LitevkTensor* output() const { return LitevkInterpreterGetOutputTensor(get(), 0); }
  LitevkStatus Set(float value) const {
    const std::vector<float> x(2, value);
    return LitevkTensorCopyFromBuffer(input(), x.data(), x.size() * sizeof(float));
  }
  LitevkStatus Get(float& value) const {
    std::vector<float> y(2);
    const LitevkStatus status = LitevkTensorCopyToBuffer(output(), y.data(), y.size() * sizeof(float));
    value = y[1];
    return status;
  }
  void ExpectRefused(LitevkStatus status) const {
    EXPECT_EQ(status, kLitevkApplicationError);
    EXPECT_THAT(LitevkInterpreterGetError(get()), HasSubstr(kInUse));
  }

  Owned<LitevkInterpreter> interpreter_;
};

TEST_F(CApiThreads, EveryCallFailsWhileAnotherThreadHasTheInterpreter) {
  ASSERT_EQ(LitevkInterpreterTryLock(get()), kLitevkOk);
  LitevkTensor* const x = input();
  const LitevkTensor* const y = output();
  InAnotherThread([&] {
    const int dims[] = {2};
    std::vector<float> values(2);
    const size_t bytes = values.size() * sizeof(float);
    ExpectRefused(LitevkInterpreterTryLock(get()));
    ExpectRefused(LitevkInterpreterResizeInputTensor(get(), 0, dims, 1));
    ExpectRefused(LitevkInterpreterAllocateTensors(get()));
    ExpectRefused(LitevkInterpreterInvoke(get()));
    ExpectRefused(LitevkInterpreterResetVariableTensors(get()));
    ExpectRefused(LitevkInterpreterInvokeSignature(get(), "none"));
    ExpectRefused(LitevkTensorCopyFromBuffer(x, values.data(), bytes));
    ExpectRefused(LitevkTensorCopyToBuffer(y, values.data(), bytes));
    ExpectRefused(LitevkTensorCheckThread(y));
    EXPECT_EQ(LitevkTensorGetData(y), nullptr);
    EXPECT_EQ(LitevkTensorGetTfLiteTensor(y), nullptr);
  });
  EXPECT_STREQ(LitevkInterpreterGetError(get()), "");
  EXPECT_EQ(Set(1), kLitevkOk);
  LitevkInterpreterUnlock(get());
  InAnotherThread([&] { EXPECT_EQ(LitevkInterpreterInvoke(get()), kLitevkOk); });
}

TEST_F(CApiThreads, QuestionsWaitForTheEndOfACall) {
  ASSERT_EQ(LitevkInterpreterTryLock(get()), kLitevkOk);
  std::atomic<bool> has_asked = false;
  LitevkTensor* const x = input();
  std::jthread asker([&] {
    EXPECT_EQ(LitevkTensorGetDim(x, 0), 2);
    has_asked = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(has_asked);
  LitevkInterpreterUnlock(get());
  asker.join();
}

TEST_F(CApiThreads, WhoseValuesWereOverwrittenNeitherRunsNorReads) {
  float y = 0;
  ASSERT_EQ(Set(1), kLitevkOk);
  InAnotherThread([&] { EXPECT_EQ(Set(2), kLitevkOk); });
  ExpectRefused(LitevkInterpreterInvoke(get()));
  ExpectRefused(Get(y));
  EXPECT_EQ(LitevkTensorGetData(output()), nullptr);
  InAnotherThread([&] { EXPECT_EQ(LitevkInterpreterInvoke(get()), kLitevkOk); });
  // The input is this thread's again, but the results are the other thread's.
  ASSERT_EQ(Set(3), kLitevkOk);
  ExpectRefused(Get(y));
  ASSERT_EQ(LitevkInterpreterInvoke(get()), kLitevkOk);
  ASSERT_EQ(Get(y), kLitevkOk);
  EXPECT_EQ(y, 18);
}

TEST_F(CApiThreads, AnotherThreadsAllocationTakesTheValues) {
  ASSERT_EQ(Set(1), kLitevkOk);
  InAnotherThread([&] { EXPECT_EQ(LitevkInterpreterAllocateTensors(get()), kLitevkOk); });
  ExpectRefused(LitevkInterpreterInvoke(get()));
}

TEST_F(CApiThreads, AnInputsMemoryCountsAsSet) {
  ASSERT_EQ(Set(1), kLitevkOk);
  InAnotherThread([&] { EXPECT_NE(LitevkTensorGetData(input()), nullptr); });
  ExpectRefused(LitevkInterpreterInvoke(get()));
}

TEST_F(CApiThreads, AThreadThatSetsNothingRunsAndReadsForAnother) {
  for (const float x : {1.0F, 2.0F}) {
    ASSERT_EQ(Set(x), kLitevkOk);
    InAnotherThread([&] { EXPECT_EQ(LitevkInterpreterInvoke(get()), kLitevkOk); });
    float y = 0;
    ASSERT_EQ(Get(y), kLitevkOk);
    EXPECT_EQ(y, 6 * x);
    InAnotherThread([&] { EXPECT_EQ(Get(y), kLitevkOk); });
  }
}

TEST_F(CApiThreads, TakeTurnsWithALock) {
  std::mutex turn;
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&, thread] {
      for (int run = 0; run < 50; ++run) {
        const std::scoped_lock lock(turn);
        const auto x = static_cast<float>(thread * 100 + run);
        float y = 0;
        EXPECT_EQ(Set(x), kLitevkOk);
        EXPECT_EQ(LitevkInterpreterInvoke(get()), kLitevkOk) << LitevkInterpreterGetError(get());
        EXPECT_EQ(Get(y), kLitevkOk);
        EXPECT_EQ(y, 6 * x);
      }
    });
  }
}

TEST_F(CApiThreads, EightThreadsWithoutALockGetErrorsAndNoWrongValue) {
  std::atomic<int> right = 0;
  std::atomic<int> refused = 0;
  const auto work = [&](float x) {
    float y = 0;
    const bool ran =
        Set(x) == kLitevkOk && LitevkInterpreterInvoke(get()) == kLitevkOk && Get(y) == kLitevkOk;
    if (!ran) {
      EXPECT_THAT(LitevkInterpreterGetError(get()), HasSubstr(kInUse));
      ++refused;
    } else {
      EXPECT_EQ(y, 6 * x);
      ++right;
    }
  };
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&, thread] {
      for (int run = 0; run < 500; ++run) work(static_cast<float>(thread * 1000 + run));
    });
  }
  threads.clear();
  EXPECT_EQ(right + refused, 4000);
  EXPECT_GT(right, 0);
}

}  // namespace
}  // namespace litevk::test
