// When Vulkan objects have to be left alone instead of being used or destroyed.
#pragma once

#include <vulkan/vulkan.h>

#include "runtime/base/status.h"

namespace litevk::vk {

// To be called before the driver is used for the first time. fork() copies the driver's state into the child
// without the driver's threads and without its hold on the GPU, so every call there may hang or crash: the
// driver belongs to the process that claims it first, and children of that get kUnavailable, with a sentence.
// A child of a process that has not claimed it may claim its own. Takes no lock, which another thread may
// have held during fork(). Safe from any thread.
Status ClaimDriver();

// False in a process whose ancestor has claimed the driver before it forked.
bool DriverIsOurs();

// To be called when the device may still be busy with a submission that nobody waits for any longer: what
// belongs to the device then stays until the process ends. Safe from any thread.
void Abandon(VkDevice device);

// Whether the device and its objects may be destroyed: where the driver is ours and the device has not been
// abandoned. Safe from any thread.
bool MayDestroy(VkDevice device);

}  // namespace litevk::vk
