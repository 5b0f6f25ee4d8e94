/** Python's icalendar, of Debian, reads the method, and of each event its UID, SEQUENCE, start and end in UTC. */
import { spawnSync } from "node:child_process"

export function readByPython(text: string) {
  const program = `
import sys, json, datetime, icalendar
cal = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
utc = lambda p: p.dt.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
print(json.dumps({"method": str(cal["METHOD"]), "events": [{
  "uid": str(e["UID"]), "sequence": int(e["SEQUENCE"]), "start": utc(e["DTSTART"]), "end": utc(e["DTEND"]),
  "summary": str(e["SUMMARY"]), "organizer": str(e.get("ORGANIZER")), "attendee": str(e.get("ATTENDEE")), "status": str(e["STATUS"])}
  for e in cal.walk("VEVENT")]}))`
  const ran = spawnSync("/usr/bin/python3", ["-c", program], { input: text, encoding: "utf8" })
  if (ran.status !== 0)
    throw new Error(
      `This test needs Debian's python3-icalendar: apt-get install python3-icalendar. ${ran.stderr}`,
    )
  return JSON.parse(ran.stdout)
}
