/**
 * FX-14: what strangers' programs write is read on threads and in processes of their own. What reads it is listed here, and so is each
 * module that gets another host's answer; the modules that the serving process loads are derived from its imports.
 */
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { expect, it } from "vitest"
import { readSources, root } from "./support/source-files.ts"

const sources = new Map(readSources(["service", "domain"]).map((source) => [source.path, source]))

/** The functions that take foreign bytes apart, of a module these or all. */
const readers: Record<string, readonly string[] | "all"> = {
  "domain/rules/mails/read-mail-report.ts": "all",
  "domain/rules/mails/read-answer.ts": "all",
  "domain/rules/mails/own-text.ts": "all",
  "domain/rules/calendars/components.ts": "all",
  "domain/rules/calendars/busy-times.ts": "all",
  "domain/rules/calendars/updated-event.ts": "all",
  "domain/csv/csv.ts": ["csvReader"],
  "domain/rules/embedding/content-policy.ts": "all",
  "domain/rules/embedding/judge-website.ts": "all",
  "domain/rules/embedding/read-document.ts": "all",
  "service/host/adapters/calendars/dav-xml.ts": "all",
  "service/host/adapters/calendars/google-answers.ts": "all",
  "service/host/adapters/calendars/json-answers.ts": "all",
  "service/host/adapters/calendars/microsoft-answers.ts": "all",
  "service/host/adapters/calendars/reader-tasks.ts": "all",
  "postal-mime": "all",
  "@xmldom/xmldom": "all",
  sharp: "all",
}

/** Folders in which a new module reads foreign bytes unless it stands here. */
const folders = [
  "domain/rules/calendars/",
  "domain/rules/embedding/",
  "domain/csv/",
  "domain/rules/mails/read-",
]
const harmless = [
  // They work out when, write texts, or compare names.
  "domain/rules/calendars/calendar-timing.ts",
  "domain/rules/calendars/feed.ts",
  "domain/rules/calendars/own-event.ts",
  "domain/csv/csv.ts",
  "domain/csv/opt-out-words.ts",
  "domain/csv/plain-name.ts",
  "domain/csv/state-words.ts",
]

/** Every package of the service that reads no foreign file: HTTP, the database, the service's own words, answers of chosen hosts. */
const otherPackages =
  `@fastify/accept-negotiator @fastify/compress @fastify/static @modelcontextprotocol/server @node-oauth/oauth2-server @opentelemetry/api
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

/** Each module that gets an answer of another host, or opens a connection to one, and what becomes of the answer. */
const answers: Record<string, string> = {
  "service/host/adapters/calendars/calendar-http.ts": "bytes, for the readers' threads",
  "service/host/adapters/websites.ts": "512 KB at most, for the judge's thread",
  "service/host/adapters/webhooks/post.ts": "the first kilobyte of a failure, kept as text and shown",
  "service/host/adapters/files/s3.ts": "the bytes of files, for the cleaner's processes",
  "service/host/adapters/outbound/operators-hosts.ts":
    "JSON of at most `mostBytes`, 128 KB where none are said",
  "service/host/adapters/geocoders/ask.ts": "that JSON",
  "service/host/adapters/voice-agents/elevenlabs.ts": "that JSON",
  "service/host/adapters/bot-checks/turnstile.ts": "that JSON",
  "service/host/adapters/travel-times/osrm.ts": "that JSON",
  "service/host/adapters/planners/vroom.ts": "that JSON",
  "service/host/adapters/texts/twilio.ts": "that JSON",
  "service/host/adapters/identity-providers.ts": "JSON and a signed token, 128 KB at most",
  "service/host/adapters/outbound/client.ts": "bytes, for those above",
  "service/host/adapters/outbound/mail-connection.ts": "a connection, for own-servers.ts",
  "service/host/adapters/mails/own-servers.ts": "answers of SMTP, 64 KB at most",
  "service/host/adapters/mails/smtp.ts": "answers of SMTP, 1 MB at most, of the operator's server",
  "service/host/adapters/mails/domain-texts.ts": "TXT records, by the resolver",
  "service/host/adapters/outbound/address-guard.ts": "addresses, by the resolver",
  "service/host/adapters/tracing.ts": "nothing: the library sends spans to the operator's collector",
}

/** The names of these modules that reach another host. */
const waysOut: Record<string, readonly string[] | "all"> = {
  "service/host/adapters/outbound/client.ts": ["createOutboundClient"],
  "service/host/adapters/outbound/operators-hosts.ts": "all",
  "service/host/adapters/outbound/mail-connection.ts": "all",
  "node:net": ["connect", "createConnection", "Socket"],
  "node:tls": "all",
  "node:http": ["request", "get", "Agent"],
  "node:https": "all",
  "node:http2": "all",
  "node:dgram": "all",
  "node:dns": "all",
  "node:dns/promises": "all",
  undici: "all",
  nodemailer: "all",
  "openid-client": ["discovery", "authorizationCodeGrant", "fetchUserInfo", "*"],
  "@opentelemetry/exporter-trace-otlp-http": "all",
}

it("FX-14 each module that gets another host's answer is known, with what becomes of the answer", () => {
  const reaching = [...serving].filter((path) => {
    const { imports = [], code = "" } = sources.get(path) ?? {}
    const isByImport = imports.some(({ from, names, isTypeOnly }) => {
      const way = waysOut[from]
      if (way === undefined || isTypeOnly) return false
      return way === "all" || names.length === 0 || names.some((name) => way.includes(name))
    })
    return isByImport || /(?<![.\w])(fetch|WebSocket|EventSource)\(/.test(code)
  })
  expect(reaching.sort()).toEqual(Object.keys(answers).sort())
})

/** The adapters that decode or take apart texts in the process that serves, and the bounds of each. */
const apart: Record<string, string> = {
  "service/host/adapters/outbound/operators-hosts.ts": "`mostBytes`",
  "service/host/adapters/identity-providers.ts": "`answerLimitBytes`",
  "service/host/adapters/webhooks/post.ts": "the first kilobyte, which is only decoded",
  "service/host/adapters/bot-checks/altcha.ts": "a field of a visitor's request, by its schema",
  "service/host/adapters/journal.ts": "the service's own file",
}

it("FX-14 no adapter that the serving process loads takes an answer apart but the bounded ones", () => {
  const parsing = [...serving].filter(
    (path) =>
      path.startsWith("service/host/adapters/") &&
      /JSON\.parse\(|\.json\(\)|new Response\(|DOMParser|new TextDecoder/.test(sources.get(path)?.code ?? ""),
  )
  expect(parsing.sort()).toEqual(Object.keys(apart).sort())
})

it("FX-14 what is read of an answer that is taken apart in the process that serves is at most 1 MB, and said", () => {
  const bounds = Object.keys(answers).flatMap((path) =>
    [
      ...(sources.get(path)?.code ?? "").matchAll(/(?:mostBytes|MostBytes|answerLimitBytes)\s*=\s*([\d_]+)/g),
    ].map(([, bytes]) => [path, Number(bytes!.replaceAll("_", ""))] as const),
  )
  expect(new Map(bounds.filter(([path]) => !path.endsWith("calendar-http.ts")))).toEqual(
    new Map([
      ["service/host/adapters/outbound/operators-hosts.ts", 131_072],
      ["service/host/adapters/voice-agents/elevenlabs.ts", 524_288],
      ["service/host/adapters/planners/vroom.ts", 1_000_000],
      ["service/host/adapters/identity-providers.ts", 131_072],
      ["service/host/adapters/mails/own-servers.ts", 65_536],
    ]),
  )
})
