// Drivers' libraries, opened so that they call the LLVM that they were built with. Mesa's compile shaders
// with libLLVM.so, and TensorFlow, among others, defines functions of the same names for the whole process.
#pragma once

#include "runtime/base/status.h"

namespace litevk::vk {

// Opens the libraries of the drivers before the loader does, with every function bound: what is loaded into
// the process later cannot come between. Where somebody's LLVM is there already, the libraries look in
// themselves first; kUnavailable, with a sentence, where that cannot be had. Libraries that cannot be opened
// are left to the loader. The caller holds a lock.
Status OpenDriverLibraries();

}  // namespace litevk::vk
