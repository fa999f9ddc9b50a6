#include "tools/program/progress.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "runtime/platform/terminal.h"

namespace litevk::tools {
namespace {

constexpr int kWidth = 40;
constexpr const char* kEraseLine = "\r\x1b[K";

}  // namespace

Progress::Progress(std::string what, int total)
    : what_(std::move(what)), total_(total), is_terminal_(StandardErrorIsTerminal()) {
  Draw();
}

Progress::~Progress() {
  if (is_terminal_) std::fputs(kEraseLine, stderr);
}

void Progress::AdvanceTo(int done) {
  constexpr auto kPause = std::chrono::milliseconds(100);
  done_ = done;
  if (done_ < total_ && Clock::now() - drawn_ < kPause) return;
  Draw();
}

void Progress::Draw() {
  if (!is_terminal_ || total_ == 1) return;
  drawn_ = Clock::now();
  std::fprintf(stderr, "%s%s", kEraseLine, what_.c_str());
  if (total_ > 1) {
    const int filled = std::min(kWidth * done_ / total_, kWidth);
    const std::string bar = std::string(static_cast<size_t>(filled), '#') +
                            std::string(static_cast<size_t>(kWidth - filled), '.');
    std::fprintf(stderr, " [%s] %d/%d", bar.c_str(), done_, total_);
  }
  // The cursor returns to the left, so that the delegate's log lines overwrite this line.
  std::fputc('\r', stderr);
  std::fflush(stderr);
}

}  // namespace litevk::tools
