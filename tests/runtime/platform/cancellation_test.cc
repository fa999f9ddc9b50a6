#include "runtime/platform/cancellation.h"

#include <gtest/gtest.h>
#include <pthread.h>

#include <atomic>

namespace litevk {
namespace {

struct Progress {
  std::atomic<bool> has_begun = false;
  std::atomic<bool> is_cancelled = false;
  std::atomic<bool> has_finished = false;
  std::atomic<bool> goes_on = false;
};

void* UntilCancelled(void* data) {
  auto& progress = *static_cast<Progress*>(data);
  {
    const CancellationHeldOff held_off;
    progress.has_begun = true;
    while (!progress.is_cancelled) pthread_testcancel();
    pthread_testcancel();
    progress.has_finished = true;
  }
  pthread_testcancel();
  progress.goes_on = true;
  return nullptr;
}

TEST(CancellationTest, AThreadEndsAfterTheObject) {
  Progress progress;
  pthread_t thread = {};
  ASSERT_EQ(pthread_create(&thread, nullptr, UntilCancelled, &progress), 0);
  while (!progress.has_begun) {
  }
  ASSERT_EQ(pthread_cancel(thread), 0);
  progress.is_cancelled = true;
  void* result = nullptr;
  ASSERT_EQ(pthread_join(thread, &result), 0);
  EXPECT_TRUE(progress.has_finished);
  EXPECT_FALSE(progress.goes_on);
  EXPECT_EQ(result, PTHREAD_CANCELED);
}

}  // namespace
}  // namespace litevk
