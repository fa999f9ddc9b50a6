#include "runtime/platform/file_descriptor.h"

#include <fcntl.h>
#include <unistd.h>

namespace litevk {

FileDescriptor FileDescriptor::Duplicate(int number) {
  return FileDescriptor(fcntl(number, F_DUPFD_CLOEXEC, 0));
}

bool FileDescriptor::Close() { return number_ < 0 || close(Release()) == 0; }

}  // namespace litevk
