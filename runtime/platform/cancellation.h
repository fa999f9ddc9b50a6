// Cancellation of threads, with which one thread ends another within a call.
#pragma once

namespace litevk {

// Delays pthread_cancel() during its lifetime. Cancellation would unwind the thread like an exception, out of
// a driver that holds a lock and through C frames. The unwinder need not know this library's C++. Made and
// destroyed by one thread.
class CancellationHeldOff {
 public:
  CancellationHeldOff();
  CancellationHeldOff(const CancellationHeldOff&) = delete;
  CancellationHeldOff& operator=(const CancellationHeldOff&) = delete;
  ~CancellationHeldOff();

 private:
  int before_ = 0;  // the system's word for the thread's state before
};

}  // namespace litevk
