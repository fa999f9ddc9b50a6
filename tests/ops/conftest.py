from litevk_pytest import *  # noqa: F403
