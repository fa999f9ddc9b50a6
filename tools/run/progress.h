// One line on a terminal that says how far long work is.
#pragma once

#include <string>

namespace litevk::tools {

// Draws on standard error, and only when that is a terminal; erases itself at its end.
class Progress {
 public:
  Progress(std::string what, int total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void Advance();

 private:
  void Draw() const;

  std::string what_;
  int total_;
  int done_ = 0;
  bool is_terminal_;
};

}  // namespace litevk::tools
