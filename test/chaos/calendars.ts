/**
 * Public calendar files, read by ours and by two independent readers: Python's recurring-ical-events with icalendar, and node-ical. Where
 * both agree against ours, ours is wrong unless a row of `settled.tsv` cites the clause that says otherwise.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { openTally } from "../races/tally.ts"
import { pythonEnvironment } from "../support/python-tools.ts"
import {
  type Busy,
  busyOfSpans,
  range,
  readByOurs,
  type Verdict,
  verdictOf,
} from "./calendar-readers/compare.ts"
import { checksum, fetchCorpus } from "./calendar-readers/fetch-corpus.ts"
import { type Answers, askReader } from "./calendar-readers/other-readers.ts"
import type { Outcome, Scale, Wish } from "./trial.ts"

export const name = "calendars"
export const onlyFull = true

/** Fewer would show little of how the world writes. */
const leastFiles = 300
/** The limit for files that are read differently. */
const mostSettled = 0.05

interface CorpusFile {
  name: string
  at: string
  sha256: string
}

export async function run(_scale: Scale, { corpus }: Wish = {}): Promise<Outcome[]> {
  const files = corpus ? filesIn(corpus) : await listed()
  const paths = files.map(({ at }) => at)
  const folder = join(import.meta.dirname, "calendar-readers")
  const python = await pythonEnvironment("calendar-readers-1", pythonPackages(folder), "python")
  const words = [range.zone, range.start, range.end, String(longestSeconds)]
  const script = join(folder, "recurring_ical_events_reader.py")
  const [byPython, byNode] = await Promise.all([
    askReader(join(python, "python"), ["-W", "ignore", script, ...words], paths),
    askReader(process.execPath, [join(folder, "node-ical-reader.mjs"), range.start, range.end], paths),
  ])
  const rows = files.map((file) => ({ file, ...judged(file, byPython, byNode) }))
  const settled = settledRows(folder)
  for (const row of rows.filter(({ verdict }) => verdict !== "same")) print(row, settled)
  const differing = rows.filter(({ verdict }) => verdict !== "same" && verdict !== "ours alone")
  const against = rows.filter(({ verdict }) => verdict === "against both")
  const tally = openTally(
    `${name}: ${files.length} files, range ${range.start.slice(0, 4)} to ${range.end.slice(0, 4)}`,
  )
  for (const { verdict, file } of rows)
    tally.check(
      verdict !== "against both" || settled.has(file.sha256),
      () => `both readers agree against ours: ${file.name}`,
    )
  const counts = [...Map.groupBy(rows, ({ verdict }) => verdict)].map(
    ([verdict, own]) => `${own.length} ${verdict}`,
  )
  const cited = against.filter(({ file }) => settled.has(file.sha256)).length
  const wide = openTally(`${name}: settled against both`)
  wide.check(
    cited <= mostSettled * differing.length,
    () => `${cited} of ${differing.length} differences are settled against both`,
  )
  const many = openTally(`${name}: enough files`)
  many.check(corpus !== undefined || files.length >= leastFiles, () => `there are ${files.length} files`)
  return [
    tally.outcome(counts.join(", ")),
    wide.outcome(`${cited} of ${differing.length} differences`),
    many.outcome(corpus ?? "of the list"),
  ]
}

const longestSeconds = 60

const pythonPackages = (folder: string): string[] =>
  readFileSync(join(folder, "requirements.txt"), "utf8").trim().split("\n")

async function listed(): Promise<CorpusFile[]> {
  const files = await fetchCorpus()
  return files.map(({ file, at }) => ({ name: `${file.package} ${file.path}`, at, sha256: file.sha256 }))
}

const filesIn = (folder: string): CorpusFile[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(ics|vcs|ical)$/i.test(path))
    .sort()
    .map((path) => ({ name: path, at: join(folder, path), sha256: checksum(join(folder, path)) }))

function judged({ at }: CorpusFile, byPython: Answers, byNode: Answers) {
  const ours = readByOurs(readFileSync(at, "utf8"))
  const [python, node] = [byPython, byNode].map((answers): Busy => {
    const answer = answers.get(at)
    return answer && "spans" in answer ? busyOfSpans(answer.spans) : null
  }) as [Busy, Busy]
  return { ours, python, node, verdict: verdictOf(ours, python, node) }
}

/** By checksum: why ours is right where both others agree against it. */
function settledRows(folder: string): Map<string, string> {
  const rows = readFileSync(join(folder, "settled.tsv"), "utf8").trim().split("\n").slice(1)
  return new Map(
    rows.map((row) => {
      const [sha256 = "", , clause = ""] = row.split("\t")
      return [sha256, clause] as const
    }),
  )
}

interface Row {
  file: CorpusFile
  verdict: Verdict
  ours: { busy: Busy; lines: readonly string[] }
  python: Busy
  node: Busy
}

function print({ file, verdict, ours, python, node }: Row, settled: ReadonlyMap<string, string>): void {
  const minutes = (busy: Busy) =>
    busy === null ? "refused" : busy.reduce((sum, minute, i) => sum + (i % 2 === 0 ? -minute : minute), 0)
  const said = [ours.busy, python, node].map(minutes).join(" / ")
  const clause = verdict === "against both" ? `\t${settled.get(file.sha256) ?? "OURS IS WRONG"}` : ""
  process.stdout.write(`${verdict}\t${file.name}\t${said}\t${ours.lines.slice(0, 1).join("")}${clause}\n`)
}
