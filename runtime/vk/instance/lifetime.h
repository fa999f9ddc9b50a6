// Conditions under which Vulkan objects must be left alone, neither used nor destroyed.
#pragma once

#include <vulkan/vulkan.h>

#include "runtime/base/status.h"

namespace litevk::vk {

// Called before the first use of the driver. A fork() copies the driver's state without its threads and its
// hold on the GPU. Every call in the child may then hang or crash. The driver belongs to the first process
// that claims it, and later children get kUnavailable with a diagnostic. A child of a process without a claim
// may claim its own.
//
// Takes no lock, which another thread could have held during fork(). Safe from any thread.
Status ClaimDriver();

// Returns false in a process whose ancestor has claimed the driver before it forked.
bool DriverIsOurs();

// Called if the device may still be busy with a submission on which nobody waits any longer. Everything that
// belongs to the device then stays until the process ends. Safe from any thread.
void Abandon(VkDevice device);

// True if the device and its objects may be destroyed: the driver is ours and the device has not been
// abandoned. Safe from any thread.
bool MayDestroy(VkDevice device);

}  // namespace litevk::vk
