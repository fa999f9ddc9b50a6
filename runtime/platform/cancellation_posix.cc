#include "runtime/platform/cancellation.h"

#include <pthread.h>

namespace litevk {

CancellationHeldOff::CancellationHeldOff() { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
CancellationHeldOff::~CancellationHeldOff() { pthread_setcancelstate(before_, nullptr); }

}  // namespace litevk
