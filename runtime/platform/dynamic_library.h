// Shared libraries that are opened at run time.
#pragma once

#include <string>

#include "runtime/base/status.h"

namespace litevk {

// A shared library that this process has opened. A copy names the same library. Safe from any thread.
//
// The library stays loaded until the process ends, also without this object. Nobody knows when its last
// function has returned, and drivers do not survive being unloaded.
class DynamicLibrary {
 public:
  // Order in which the library's own calls find functions that several libraries export.
  enum class Lookup {
    kProcessFirst,  // the whole process, then the library: the usual order
    kOwnFirst,      // the library and its dependencies, before anything else, even libc
  };

  // Opens a library and binds all of its functions. Libraries that are loaded later do not see these. A name
  // with a slash is a path; the system looks for any other one. Returns kUnavailable with the system's
  // diagnostic, which has the name.
  static Result<DynamicLibrary> Open(const std::string& name, Lookup lookup = Lookup::kProcessFirst);

  // Returns the exported function of that name, null if there is none.
  template <typename Function>
  Function Find(const char* name) const {
    return reinterpret_cast<Function>(Address(name));
  }

 private:
  explicit DynamicLibrary(void* handle) : handle_(handle) {}
  void* Address(const char* name) const;

  void* handle_;
};

}  // namespace litevk
