"""Vulkan calls that can fail are checked, so that no failure is lost and a test can make each of them fail."""
import os
import re
import unittest
from pathlib import Path

from commands import output_of

SOURCE = Path(os.environ["LITEVK_SOURCE_DIR"])
# Calls whose result is looked at where they are made, each with the reason.
EXCEPTIONS = {
    ("runtime/vk/device.cc", "vkGetFenceStatus"): "a poll: VK_NOT_READY goes on, and the wait behind it is checked",
    ("runtime/vk/device.cc", "vkWaitForFences"): "the last wait of a lost device, which may fail",
    ("runtime/vk/instance/instance.cc", "vkCreateInstance"): "a second instance, which nobody uses",
}
# The ways to make a call of which a failure becomes a Status (runtime/vk/instance/check.h).
CHECKED = re.compile(r"\b(LITEVK_VK|ResultOf|Enumerate(<\w+(, \w+)?>)?|Check)\(")


def failing_calls(header):
    """The functions of Vulkan that return a VkResult, by its header."""
    return set(re.findall(r"VKAPI_ATTR VkResult VKAPI_CALL (vk\w+)\(", header))


def unchecked(text, failing):
    """The names of calls that can fail and are not made by way of check.h, in the order of the text."""
    found = []
    text = re.sub(r"//[^\n]*", "", text)
    for call in re.finditer(r"[.>](vk\w+)\(", text):
        statement = re.split(r"[;}]", text[: call.start()])[-1]
        if call[1] in failing and not CHECKED.search(statement):
            found.append(call[1])
    return found


class VulkanCalls(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        (path,) = [word for word in output_of("cpp", "-M", "-include", "vulkan/vulkan_core.h", "/dev/null").split() if word.endswith("/vulkan_core.h")]
        cls.failing = failing_calls(Path(path).read_text())

    def test_the_header_is_read(self):
        self.assertGreater(len(self.failing), 200)
        self.assertIn("vkCreateBuffer", self.failing)
        self.assertNotIn("vkDestroyBuffer", self.failing)

    def test_every_call_is_checked(self):
        found = []
        for folder in ("runtime", "delegate", "bench", "tools"):
            for path in sorted((SOURCE / folder).rglob("*.cc")) + sorted((SOURCE / folder).rglob("*.h")):
                relative = str(path.relative_to(SOURCE))
                if relative.startswith("bench/peers/feature_layer/"):  # a Vulkan layer passes results on
                    continue
                found += [(relative, name) for name in unchecked(path.read_text(), self.failing)]
        self.assertEqual(sorted(set(found)), sorted(EXCEPTIONS))

    def test_an_unchecked_call_is_found(self):
        failing = {"vkCreateBuffer", "vkEnumeratePhysicalDevices"}
        self.assertEqual(unchecked("a; fn.vkCreateBuffer(device);", failing), ["vkCreateBuffer"])
        self.assertEqual(unchecked("a; LITEVK_VK(fn.vkCreateBuffer(device)); fn().vkDestroyBuffer(b);", failing), [])
        self.assertEqual(unchecked("return Enumerate<VkX>(name, [&](auto... list) { return fn.vkEnumeratePhysicalDevices(list...);", failing), [])
        self.assertEqual(unchecked("LITEVK_VK(x); fn->vkCreateBuffer(device);", failing), ["vkCreateBuffer"])


if __name__ == "__main__":
    unittest.main()
