/** Busy times of iCalendar files by node-ical: a line of JSON for each path in a line of the input. TZ is the zone of floating times. */
import { readFileSync } from "node:fs"
import { createInterface } from "node:readline"
import ical from "node-ical"

const [from, to] = process.argv.slice(2, 4).map((text) => new Date(text))

const wordOf = (event, name) =>
  String(event[name] ?? "")
    .trim()
    .toUpperCase()

const keepsBusy = (event) =>
  wordOf(event, "status") !== "CANCELLED" &&
  wordOf(event, "transparency") !== "TRANSPARENT" &&
  wordOf(event, "method") !== "CANCEL" &&
  !["FREE", "WORKINGELSEWHERE"].includes(wordOf(event, "MICROSOFT-CDO-BUSYSTATUS"))

function spansOf(path) {
  const parts = Object.values(ical.sync.parseICS(readFileSync(path, "utf8").replace(/^\uFEFF/, "")))
  const isCancel = parts.some((part) => part?.type === "VCALENDAR" && wordOf(part, "method") === "CANCEL")
  if (isCancel) return []
  return parts
    .filter((part) => part?.type === "VEVENT")
    .flatMap((event) => ical.expandRecurringEvent(event, { from, to, expandOngoing: true }))
    .filter(({ event }) => keepsBusy(event))
    .map(({ start, end }) => [start.getTime() / 1_000, end.getTime() / 1_000])
}

for await (const path of createInterface({ input: process.stdin })) {
  let answer
  try {
    answer = { spans: spansOf(path) }
  } catch (error) {
    answer = { refused: `${error.name}: ${error.message}`.slice(0, 200) }
  }
  process.stdout.write(`${JSON.stringify({ path, ...answer })}\n`)
}
