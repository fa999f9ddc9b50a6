// Opens drivers' libraries so that they call the LLVM with which they were built. Mesa's compile shaders with
// libLLVM.so. TensorFlow, among others, defines functions of the same names for the whole process.
#pragma once

#include "runtime/base/status.h"

namespace litevk::vk {

// Opens the drivers' libraries before the loader does, and binds all functions, so that later libraries
// cannot interfere. If a foreign LLVM is already loaded, the libraries search themselves first. If that is
// impossible, returns kUnavailable with a diagnostic. Libraries that cannot be opened are left to the loader.
// The caller holds a lock.
Status OpenDriverLibraries();

}  // namespace litevk::vk
