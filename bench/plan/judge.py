"""Plans the days of standard input with VROOM (`pip install pyvroom numpy`) and writes the answers of `judged.json`."""

import importlib.metadata
import json
import sys

import numpy
import vroom


def plan(day):
    problem = vroom.Input()
    problem.set_durations_matrix("car", numpy.array(day["minutes"], dtype=numpy.uint32))
    hours = vroom.TimeWindow(0, day["closing"])
    for number in range(day["vehicles"]):
        problem.add_vehicle(vroom.Vehicle(number + 1, start=0, end=0, capacity=[day["capacity"]], time_window=hours))
    for visit in day["visits"]:
        window = vroom.TimeWindow(visit["earliest"], visit["latest"])
        problem.add_job(
            vroom.Job(
                visit["id"],
                location=visit["id"],
                default_service=visit["minutes"],
                delivery=[visit["load"]],
                time_windows=[window],
            )
        )
    summary = problem.solve(exploration_level=5, nb_threads=1).summary
    return summary.duration if summary.unassigned == 0 else None


days = json.load(sys.stdin)
judge = f"VROOM {importlib.metadata.version('pyvroom')} (pyvroom), exploration level 5, one thread"
json.dump({"judge": judge, "drivingMinutes": {day["name"]: plan(day) for day in days}}, sys.stdout)
