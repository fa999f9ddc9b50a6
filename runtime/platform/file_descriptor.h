// Files, pipes and sockets that this process has open, by the system's numbers.
#pragma once

#include <utility>

namespace litevk {

// An open file, which the destructor closes. Move-only.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  // Takes ownership of the system's number; below 0: none is open.
  explicit FileDescriptor(int number) : number_(number) {}
  FileDescriptor(FileDescriptor&& other) noexcept : number_(other.Release()) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~FileDescriptor() { Close(); }

  // Returns a second descriptor of an open file, which programs started by this process do not inherit. None
  // if the number is no open file's.
  static FileDescriptor Duplicate(int number);

  explicit operator bool() const { return number_ >= 0; }
  int number() const { return number_; }
  // Gives up ownership.
  int Release() { return std::exchange(number_, -1); }
  // Closes the file, if one is open. Returns false if bytes that were written have not arrived.
  bool Close();

 private:
  int number_ = -1;
};

}  // namespace litevk
