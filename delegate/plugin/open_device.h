// The device of a delegate's engine.
#pragma once

#include "delegate/engine/engine.h"

namespace litevk {

// Opens the device that the options choose, once it has passed the self-test, and sets what the engine knows
// of it. The report gets the device, or the reason why there is none. With backend=reference there is none,
// which is no error.
Status OpenDevice(Engine& engine);

}  // namespace litevk
