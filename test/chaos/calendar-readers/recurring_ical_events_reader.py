"""Busy times of iCalendar files by recurring-ical-events: a line of JSON for each path that stands in a line of the input."""

import datetime
import json
import signal
import sys
import zoneinfo

import icalendar
import recurring_ical_events

ZONE = zoneinfo.ZoneInfo(sys.argv[1])
START, END = (datetime.datetime.fromisoformat(text) for text in sys.argv[2:4])
LONGEST_SECONDS = int(sys.argv[4])


def seconds(at):
    if not isinstance(at, datetime.datetime):
        at = datetime.datetime.combine(at, datetime.time())
    return (at if at.tzinfo else at.replace(tzinfo=ZONE)).timestamp()


def keeps_busy(event):
    words = [str(event.get(name, "")).strip().upper() for name in ("STATUS", "TRANSP", "X-MICROSOFT-CDO-BUSYSTATUS")]
    return words[0] != "CANCELLED" and words[1] != "TRANSPARENT" and words[2] not in ("FREE", "WORKINGELSEWHERE")


def spans(event):
    start = event["DTSTART"].dt
    end = event["DTEND"].dt if "DTEND" in event else start + event["DURATION"].dt if "DURATION" in event else start
    return [seconds(start), seconds(end)]


def busy(path):
    with open(path, "rb") as file:
        text = file.read().decode("utf-8-sig", "replace")
    found = []
    for calendar in icalendar.Calendar.from_ical(text, multiple=True):
        if str(calendar.get("METHOD", "")).strip().upper() == "CANCEL":
            continue
        events = recurring_ical_events.of(calendar, components=["VEVENT"], skip_bad_series=True).between(START, END)
        found.extend(spans(event) for event in events if keeps_busy(event))
    return found


def too_long(*_):
    raise TimeoutError("it takes too long")


signal.signal(signal.SIGALRM, too_long)
for line in sys.stdin:
    path = line.rstrip("\n")
    signal.alarm(LONGEST_SECONDS)
    try:
        answer = {"spans": busy(path)}
    except Exception as error:  # The libraries raise many kinds: each is a file that they cannot read.
        answer = {"refused": f"{type(error).__name__}: {error}"[:200]}
    signal.alarm(0)
    print(json.dumps({"path": path, **answer}), flush=True)
