// A thread or memory that cannot be had, and a thread that is cancelled: the delegate goes on without, or
// fails with a diagnostic. This program's operator new and pthread_create() refuse when a test says so.
#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>

#include "runtime/platform/guard.h"
#include "tests/delegate/plugin/delegate_fixture.h"

namespace {

using StartFunction = void* (*)(void*);
using CreateFunction = int (*)(pthread_t*, const pthread_attr_t*, StartFunction, void*);

std::atomic<bool> refuses_threads = false;
std::atomic<int> refused_threads = 0;
thread_local size_t largest_allocation = SIZE_MAX;

// True if the call comes from the C++ library, as std::thread's does: drivers start their threads themselves.
bool IsOfCxxLibrary(const void* caller) {
  Dl_info info = {};
  return dladdr(caller, &info) != 0 && std::strstr(info.dli_fname, "libstdc++") != nullptr;
}

void* Allocate(size_t bytes) {
  void* memory = bytes > largest_allocation ? nullptr : std::malloc(std::max<size_t>(bytes, 1));
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

// The C++ library has to call them too. A compiler without sized deallocation would hide the sized ones.
#pragma GCC visibility push(default)
void* operator new(size_t bytes) { return Allocate(bytes); }
void* operator new(size_t bytes, const std::nothrow_t& /*tag*/) noexcept { return std::malloc(bytes); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t /*bytes*/) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t& /*tag*/) noexcept { std::free(memory); }
#pragma GCC visibility pop

extern "C" __attribute__((visibility("default"))) int pthread_create(pthread_t* thread,
                                                                     const pthread_attr_t* attributes,
                                                                     StartFunction start, void* argument) {
  if (refuses_threads && IsOfCxxLibrary(__builtin_return_address(0))) {
    ++refused_threads;
    return EAGAIN;
  }
  static const auto create = reinterpret_cast<CreateFunction>(dlsym(RTLD_NEXT, "pthread_create"));
  return create(thread, attributes, start, argument);
}

namespace litevk::test {
namespace {

class ScarcityTest : public DelegateTest {
 protected:
  // The validation layer takes threads and memory itself, and ends the process where there are none.
  ScarcityTest() {
    unsetenv("LITEVK_VALIDATION");
    BuildChain(model_);
  }
  ~ScarcityTest() override {
    refuses_threads = false;
    largest_allocation = SIZE_MAX;
  }

  std::vector<std::vector<float>> Expected() {
    FakeInterpreter stock(model_);
    EXPECT_EQ(stock.AllocateTensors(), abi::kTfLiteOk);
    return Run(stock);
  }

  ModelBuilder model_;
};

TEST_F(ScarcityTest, WithoutThreadsTheCallerCompilesAlone) {
  const auto delegate = MakeDelegate({{"strict", "1"}, {"disable_fusion", "1"}});
  FakeInterpreter interpreter(model_);
  ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
  refuses_threads = true;
  ASSERT_EQ(interpreter.AllocateTensors(), abi::kTfLiteOk) << interpreter.TakeErrors();
  EXPECT_GT(refused_threads, 0);
  EXPECT_EQ(Run(interpreter), Expected());
}

TEST_F(ScarcityTest, WithoutMemoryAPlanIsTheCpus) {
  const auto delegate = MakeDelegate();
  FakeInterpreter interpreter(model_);
  ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
  testing::internal::CaptureStderr();
  // The code of a shader is larger, and nothing else in so small a model is.
  largest_allocation = 4096;
  const abi::TfLiteStatus status = interpreter.AllocateTensors();
  largest_allocation = SIZE_MAX;
  ASSERT_EQ(status, abi::kTfLiteOk) << interpreter.TakeErrors();
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "litevk: partition 0 could not be built: out of memory; it runs on the CPU\n");
  EXPECT_EQ(Run(interpreter), Expected());
}

TEST_F(ScarcityTest, WithoutMemoryAndStrictItIsAnError) {
  const auto delegate = MakeDelegate({{"strict", "1"}});
  FakeInterpreter interpreter(model_);
  ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
  largest_allocation = 4096;
  const abi::TfLiteStatus status = interpreter.AllocateTensors();
  largest_allocation = SIZE_MAX;
  EXPECT_NE(status, abi::kTfLiteOk);
  EXPECT_THAT(interpreter.TakeErrors(), testing::HasSubstr("could not be built: out of memory"));
  EXPECT_EQ(interpreter.AllocateTensors(), abi::kTfLiteOk) << interpreter.TakeErrors();
  EXPECT_EQ(Run(interpreter), Expected());
}

// A freed plan reports its runs, which takes memory. If there is none, only the report has less.
TEST_F(ScarcityTest, WithoutMemoryAProfiledKernelIsFreed) {
  const auto delegate = MakeDelegate({{"enable_op_profiling", "1"}, {"log_level", "silent"}});
  auto interpreter = std::make_unique<FakeInterpreter>(model_);
  ASSERT_EQ(interpreter->ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
  ASSERT_EQ(interpreter->AllocateTensors(), abi::kTfLiteOk);
  Run(*interpreter);
  largest_allocation = 0;
  interpreter.reset();
  largest_allocation = SIZE_MAX;
}

// State of a thread that is cancelled within an invoke.
struct CancelledRun {
  FakeInterpreter& interpreter;
  abi::TfLiteStatus status = abi::kTfLiteError;
  static void* Start(void* argument) {
    auto& run = *static_cast<CancelledRun*>(argument);
    pthread_cancel(pthread_self());
    run.status = run.interpreter.Invoke();
    pthread_testcancel();
    return nullptr;
  }
};

// The request is there from the beginning, and nearly every call to the device may be a cancellation point.
TEST_F(ScarcityTest, ACancelledThreadEndsAfterTheInvoke) {
  const auto delegate = MakeDelegate();
  FakeInterpreter interpreter(model_);
  ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
  ASSERT_EQ(interpreter.AllocateTensors(), abi::kTfLiteOk);
  CancelledRun run{interpreter};
  pthread_t thread = {};
  ASSERT_EQ(pthread_create(&thread, nullptr, CancelledRun::Start, &run), 0);
  void* result = nullptr;
  ASSERT_EQ(pthread_join(thread, &result), 0);
  EXPECT_EQ(result, PTHREAD_CANCELED);
  EXPECT_EQ(run.status, abi::kTfLiteOk);
  EXPECT_EQ(Run(interpreter), Expected());
}

void* CancelInsideGuard(void* ended) {
  pthread_cancel(pthread_self());
  *static_cast<bool*>(ended) = Guard(
      [] {
        pthread_testcancel();
        return true;
      },
      [](const char*) { return false; });
  pthread_testcancel();
  return nullptr;
}

TEST(GuardTest, HoldsOffACancellation) {
  bool has_ended = false;
  pthread_t thread = {};
  ASSERT_EQ(pthread_create(&thread, nullptr, CancelInsideGuard, &has_ended), 0);
  void* result = nullptr;
  ASSERT_EQ(pthread_join(thread, &result), 0);
  EXPECT_EQ(result, PTHREAD_CANCELED);
  EXPECT_TRUE(has_ended);
}

TEST(GuardTest, MemoryThatRunsOutIsAStatus) {
  const Status status = GuardStatus([]() -> Status { throw std::bad_alloc(); });
  EXPECT_EQ(status.code(), StatusCode::kResourceExhausted);
  EXPECT_EQ(status.message(), "out of memory");
}

}  // namespace
}  // namespace litevk::test
