/**
 * FX-14: what strangers' programs write is read on threads and in processes of their own. What reads it is listed here, and the modules
 * that the serving process loads are derived from its imports.
 */
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { expect, it } from "vitest"
import { readSources, root } from "./support/source-files.ts"

const sources = new Map(readSources(["service", "domain"]).map((source) => [source.path, source]))

/** What takes foreign bytes apart: of a module these functions, or all. */
const readers: Record<string, readonly string[] | "all"> = {
  "domain/rules/mails/read-mail-report.ts": "all",
  "domain/rules/mails/read-answer.ts": "all",
  "domain/rules/mails/own-text.ts": "all",
  "domain/rules/calendars/components.ts": "all",
  "domain/rules/calendars/busy-times.ts": "all",
  "domain/rules/calendars/updated-event.ts": "all",
  "domain/csv/csv.ts": ["csvReader"],
  "service/host/adapters/calendars/dav-xml.ts": "all",
  "service/host/adapters/calendars/reader-tasks.ts": "all",
  "postal-mime": "all",
  "@xmldom/xmldom": "all",
  sharp: "all",
}

/** Folders in which a new module reads foreign bytes unless it stands here. */
const folders = ["domain/rules/calendars/", "domain/csv/", "domain/rules/mails/read-"]
const harmless = [
  // They work out when, write texts, or compare names.
  "domain/rules/calendars/calendar-timing.ts",
  "domain/rules/calendars/own-event.ts",
  "domain/csv/csv.ts",
  "domain/csv/plain-name.ts",
]

/** Every package of the service that reads no foreign file: HTTP, the database, the service's own words, answers of chosen hosts. */
const otherPackages =
  `@fastify/accept-negotiator @fastify/compress @fastify/static @modelcontextprotocol/server @opentelemetry/api
  @opentelemetry/exporter-trace-otlp-http @opentelemetry/resources @opentelemetry/sdk-trace @photostructure/tz-lookup altcha-lib
  aws4fetch date-holidays fastify icu-minify libphonenumber-js moment-timezone nodemailer openid-client otplib pg pg-copy-streams
  pino preact preact-render-to-string prom-client smtp-server swagger-ui-dist tldts-icann zipcodes zod`.split(
    /\s+/,
  )

/** The modules that are loaded with this one. A thread's module is named by an address, so it is none of them. */
function loadedWith(entry: string): Set<string> {
  const loaded = new Set<string>()
  const add = (path: string) => {
    if (loaded.has(path)) return
    loaded.add(path)
    for (const { from, isTypeOnly } of sources.get(path)?.imports ?? []) if (!isTypeOnly) add(from)
  }
  add(entry)
  return loaded
}

const serving = loadedWith("service/host/cli/serve.ts")

it("FX-14 nothing that reads foreign bytes is loaded by the process that serves, but on its threads", () => {
  expect(serving).toContain("service/messages/take-mail.ts")
  expect(serving).toContain("service/host/adapters/calendars/reader-threads.ts")
  const wrong = [...serving].flatMap((path) =>
    (sources.get(path)?.imports ?? [])
      .filter(({ from, names, isTypeOnly }) => {
        const read = readers[from]
        if (read === undefined || isTypeOnly) return false
        return read === "all" || names.length === 0 || names.some((name) => read.includes(name))
      })
      .map(({ from }) => `${path} → ${from}`),
  )
  expect(wrong).toEqual([])
})

it("FX-14 each reader is read by a thread or a process of its own, or by the browser and the command line alone", () => {
  const threads = [...serving].flatMap((path) =>
    [...(sources.get(path)?.code ?? "").matchAll(/new URL\("([\w-]+\.ts)", import\.meta\.url\)/g)].map(
      ([, name]) => join(dirname(path), name!),
    ),
  )
  expect(threads).toContain("service/host/adapters/mails/mail-reader-thread.ts")
  for (const thread of threads) expect(serving, thread).not.toContain(thread)
  const loaded = new Set(
    [...threads, "service/host/cli/import-file.ts"].flatMap((path) => [...loadedWith(path)]),
  )
  expect(Object.keys(readers).filter((each) => !loaded.has(each))).toEqual([])
})

it("FX-14 a new module beside the readers, and a new package, is said to read foreign bytes or not to", () => {
  const loadedBySurprise = [...serving].filter(
    (path) => folders.some((folder) => path.startsWith(folder)) && !harmless.includes(path),
  )
  expect(loadedBySurprise).toEqual([])
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    dependencies: Record<string, string>
  }
  const known = [...otherPackages, ...Object.keys(readers).filter((each) => !each.endsWith(".ts"))]
  expect(Object.keys(dependencies).sort()).toEqual(known.sort())
})
