#include "tools/run/progress.h"

#include <unistd.h>

#include <cstdio>
#include <utility>

namespace litevk::tools {
namespace {

constexpr int kWidth = 40;
constexpr const char* kEraseLine = "\r\x1b[K";

}  // namespace

Progress::Progress(std::string what, int total)
    : what_(std::move(what)), total_(total), is_terminal_(isatty(STDERR_FILENO) == 1) {
  Draw();
}

Progress::~Progress() {
  if (is_terminal_) std::fputs(kEraseLine, stderr);
}

void Progress::Advance() {
  ++done_;
  Draw();
}

void Progress::Draw() const {
  if (!is_terminal_ || total_ <= 1) return;
  const int filled = kWidth * done_ / total_;
  const std::string bar =
      std::string(static_cast<size_t>(filled), '#') + std::string(static_cast<size_t>(kWidth - filled), '.');
  std::fprintf(stderr, "%s%s [%s] %d/%d", kEraseLine, what_.c_str(), bar.c_str(), done_, total_);
  std::fflush(stderr);
}

}  // namespace litevk::tools
