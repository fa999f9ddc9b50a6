"""Which peers bench/peers measures with quantized networks, and with which network."""

import unittest

import peers


class Quantized(unittest.TestCase):
    def test_names_of_peers_that_take_int8(self):
        taken = [name for name, peer in peers.PEERS.items() if peers.why_not(peer, "net_int8") is None]
        self.assertIn("litevk", taken)
        self.assertIn(peers.TWIN, taken)
        self.assertNotIn("ncnn", taken)

    def test_the_twin_runs_beside_quantized_networks_alone(self):
        twin = peers.PEERS[peers.TWIN]
        self.assertIsNotNone(peers.why_not(twin, "net"))
        self.assertEqual(peers.network_of(twin, "net_int8"), "net")
        self.assertEqual(peers.network_of(peers.PEERS["litevk"], "net_int8"), "net_int8")


if __name__ == "__main__":
    unittest.main()
