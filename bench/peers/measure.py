"""The driver: runs the peers of each model side by side and writes the results. Started by run.sh."""

import contextlib
import json
import os
import shutil
import sys
import time

import numpy as np

import arguments
import machine
import peers
import plot
import prepare
import summary
import tables
from session import PeerFailed, Session

# Largest allowed difference from the reference, relative to the reference's largest magnitude. Reordered float32 sums and
# Winograd's convolutions stay well below it; a wrong kernel or weight does not.
TOLERANCE = 1e-4

# Largest allowed relative difference for int8, where a step is 1/127: roundings that differ from the reference's add up.
TOLERANCE_OF_INT8 = 0.1

WARM_UP = {"runs": 50, "least_s": 0.5, "most_s": 10.0}
MOST_RUNS_IN_A_ROUND = 500
LEAST_RUNS_IN_A_ROUND = 3
# An inference that takes longer than this is timed once in each round.
SLOW_MS = 3000.0
# A cold start that takes longer than this is not repeated. A peer whose first inference takes longer even with filled caches is
# not asked for another.
HOPELESS_MS = 20000.0
# Pause after a peer, so that work it leaves to the system, such as freeing memory, does not disturb the next one.
PAUSE_S = 0.2


class Bench:
    def __init__(self, settings):
        self._settings = settings
        folder = prepare.iree_folder(settings.iree_target)
        self._peers = [peers.with_settings(peers.PEERS[name], settings, folder) for name in settings.peers]
        self._scratch = arguments.BUILD / "run"
        shutil.rmtree(self._scratch, ignore_errors=True)
        self._scratch.mkdir(parents=True)

    def measure(self, model):
        """Returns the records of all peers for one model, by the peer's name."""
        records = {peer.name: self._new_record(model, peer) for peer in self._peers}
        self._run_starts(model, records)
        running = []
        with contextlib.ExitStack() as stack:
            for peer in self._peers:
                record = records[peer.name]
                if "message" in record:
                    continue
                with self._failure_noted(model, peer, record):
                    session = stack.enter_context(self._session(model, peer))
                    runs = self._warm_up(session, record)
                    running.append((peer, session, runs))
            self._run_rounds(model, running, records)
            for peer, session, _ in running:
                if "message" not in records[peer.name]:
                    with self._failure_noted(model, peer, records[peer.name]):
                        records[peer.name] |= self._compare(model, peer, session)
        for record in records.values():
            summary.summarise_peer(record)
        return records

    @staticmethod
    def _new_record(model, peer):
        reason = peers.why_not(peer, model)
        return {"starts": {"cold": [], "cached": []}} | ({"message": reason} if reason else {})

    @contextlib.contextmanager
    def _failure_noted(self, model, peer, record):
        try:
            yield
        except PeerFailed as failure:
            record["message"] = str(failure)
            print(f"{model}: {peer.name}: {failure}", file=sys.stderr, flush=True)

    def _cache(self, model, peer):
        return self._scratch / f"cache-{peer.name}-{model}"

    def _session(self, model, peer):
        cache = self._cache(model, peer)
        # Mesa does not cache if the folder is missing.
        cache.mkdir(exist_ok=True)
        package = peers.package_of(self._settings.library)
        environment = peers.environment(peer, self._settings.driver, cache, arguments.FEATURE_LAYER, package)
        return Session(
            peer,
            arguments.BUILD / "models" / peers.network_of(peer, model),
            arguments.BUILD,
            environment,
            self._scratch / f"{peer.name}-{model}.log",
            self._settings.timeout,
        )

    def _run_starts(self, model, records):
        """Starts fresh processes, in turns with empty caches and with those just filled, one peer after the other."""
        for number in range(self._settings.starts):
            for peer in turned(self._peers, number):
                record = records[peer.name]
                if "message" in record or is_hopeless(record):
                    continue
                with self._failure_noted(model, peer, record):
                    shutil.rmtree(self._cache(model, peer), ignore_errors=True)
                    record["starts"]["cold"].append(self._start(model, peer))
                    if not is_hopeless(record):
                        record["starts"]["cached"].append(self._start(model, peer))

    def _start(self, model, peer):
        with self._session(model, peer) as session:
            return self._start_times(session.started())

    @staticmethod
    def _start_times(started):
        return {"load_ms": started["load_ms"], "first_ms": started["first_ms"]}

    def _warm_up(self, session, record):
        """Warms a peer up; returns the number of inferences that fill its share of a round."""
        started = session.started()
        record["notes"] = [f"runs on {started['runs_on']}", *started["notes"]]
        # The caches are filled by now, so this start counts too.
        record["starts"]["cached"].append(self._start_times(started))
        if started["first_ms"] > HOPELESS_MS:
            record["rounds_ms"] = [[started["first_ms"]]]
            record["notes"].append("too slow to repeat: one inference, its first")
            return 0
        median_ms = session.ask(do="warm_up", **WARM_UP)["ms"]
        if median_ms > SLOW_MS:
            return 1
        runs = int(self._settings.round_seconds * 1e3 / median_ms)
        return min(max(runs, LEAST_RUNS_IN_A_ROUND), MOST_RUNS_IN_A_ROUND)

    def _run_rounds(self, model, running, records):
        for number in range(self._settings.rounds):
            for peer, session, runs in turned(running, number):
                record = records[peer.name]
                if runs == 0 or "message" in record:
                    continue
                time.sleep(PAUSE_S)
                with self._failure_noted(model, peer, record):
                    record.setdefault("rounds_ms", []).append(session.ask(do="round", runs=runs)["ms"])

    def _compare(self, model, peer, session):
        path = self._scratch / f"{peer.name}-{model}.npy"
        session.ask(do="save", path=str(path))
        output = np.load(path)
        reference = np.load(arguments.BUILD / "models" / f"{peers.network_of(peer, model)}.reference.npy")
        if output.shape != reference.shape:
            return {"agrees": False, "message": f"output of shape {output.shape}, not {reference.shape}"}
        error = float(np.abs(output - reference.astype(np.float64)).max() / np.abs(reference.astype(np.float64)).max())
        # A NaN is not below the tolerance either.
        return {"error": error, "agrees": bool(error <= tolerance_for(reference))}


def tolerance_for(reference):
    return TOLERANCE_OF_INT8 if np.issubdtype(reference.dtype, np.integer) else TOLERANCE


def turned(items, number):
    """Returns the order of a round. Each round starts with another peer, so that none always follows the same one."""
    first = number % len(items) if items else 0
    return items[first:] + items[:first]


def is_hopeless(record):
    """True if the last start with empty caches took so long that it is not repeated."""
    cold = record["starts"]["cold"]
    return bool(cold) and sum(cold[-1].values()) > HOPELESS_MS


def write(results, out):
    out.mkdir(parents=True, exist_ok=True)
    (out / "results.json").write_text(json.dumps(results, indent=1) + "\n")
    (out / "results.md").write_text(tables.markdown(results))


def main():
    settings = arguments.parse()
    prepare.prepare(arguments.BUILD, settings)
    bench = Bench(settings)
    vulkan_peers = [name for name in settings.peers if peers.PEERS[name].vulkan]
    results = {
        "machine": machine.describe(arguments.ROOT, settings),
        "tolerance": TOLERANCE,
        "tolerance_of_int8": TOLERANCE_OF_INT8,
        "peers": list(settings.peers),
        "models": {},
    }
    for model in settings.models:
        print(f"Measuring {model}", flush=True)
        load_before = os.getloadavg()[0]
        records = bench.measure(model)
        results["models"][model] = {
            "load_before": load_before,
            "peers": records,
            "ratios": summary.summarise_model(records, vulkan_peers),
        }
        # Written after each model, so that an interrupted run keeps its results so far.
        write(results, settings.out)
    plot.draw(results, settings.out / "results.svg")
    print((settings.out / "results.md").read_text())
    print(f"Written to {settings.out}")


if __name__ == "__main__":
    main()
