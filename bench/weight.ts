/**
 * weight.link_js_kb, weight.link_css_kb: kilobytes (1024 bytes) of all scripts and of all style sheets that the booking
 * link's page loads in one language, each file by gzip -9; of English, French and Spanish the worst. Input: an open
 * link of a company, its page asked for over HTTP, the files that its HTML names and what these import, as built.
 */
import { strictEqual } from "node:assert"
import { gzipSync } from "node:zlib"
import { webRoot } from "../src/app.ts"
import { createBookServer } from "../src/http/book/server.ts"
import type { House } from "../src/operations/house.ts"
import { createRequest } from "../src/operations/scheduling-requests/create-request.ts"
import { makeBenchCompany } from "./bench-company.ts"
import { openBenchHouse, quietLog } from "./bench-house.ts"
import { atMost, type Figure } from "./figure.ts"

export const figures = ["weight.link_js_kb", "weight.link_css_kb"]

const languages = ["en", "fr", "es"]
const jsGoal = 18
const cssGoal = 4

export async function run(): Promise<Figure[]> {
  const bench = await openBenchHouse(4)
  const { house } = bench
  const app = await createBookServer(house, {
    log: quietLog,
    random: house.random,
    trustProxyHops: 0,
    bookUrl: house.bookUrl!,
    webRoot,
  })
  try {
    const origin = await app.listen({ host: "127.0.0.1", port: 0 })
    const path = await pathOfOpenLink(house)
    const weights: Weight[] = []
    for (const language of languages) weights.push(await weigh(origin, path, language))
    const worst = (kind: keyof Weight) => Math.max(...weights.map((weight) => weight[kind])) / 1024
    return [
      atMost("weight.link_js_kb", worst("js"), "KB", jsGoal, "gzip -9; the worst of en, fr, es"),
      atMost("weight.link_css_kb", worst("css"), "KB", cssGoal, "gzip -9; the worst of en, fr, es"),
    ]
  } finally {
    await app.close()
    await bench.close()
  }
}

async function pathOfOpenLink(house: House): Promise<string> {
  const company = await makeBenchCompany(house, { providers: 1, busyEach: 0 })
  const call = {
    companyId: company.companyId,
    actor: { kind: "api_key", apiKeyId: 1, role: "admin" },
    requestId: "bench",
    now: house.clock.now(),
  } as const
  const request = await createRequest.run(house, call, {
    customer_id: company.customerId,
    appointment_type_id: company.typeId,
    latest_date: "2027-03-31",
  })
  return new URL(request.booking_url!).pathname
}

interface Weight {
  js: number
  css: number
}

async function weigh(origin: string, path: string, language: string): Promise<Weight> {
  const html = await textOf(origin + path, { "accept-language": language })
  strictEqual(/<html lang="(\w+)"/.exec(html)?.[1], language)
  const named = [...html.matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)].map((match) => match[1]!)
  const texts = new Map<string, string>()
  for (const file of named) await load(origin, file, texts)
  const sum = (ending: string) =>
    [...texts].reduce(
      (bytes, [file, text]) => bytes + (file.endsWith(ending) ? gzipSync(text, { level: 9 }).length : 0),
      0,
    )
  return { js: sum(".js"), css: sum(".css") }
}

/** Loads a file and, unless they are there already, those that it needs before it can run. */
async function load(origin: string, file: string, texts: Map<string, string>): Promise<void> {
  if (texts.has(file)) return
  const text = await textOf(origin + file)
  texts.set(file, text)
  if (!file.endsWith(".js")) return
  for (const [, needed] of text.matchAll(/(?:^|[;}])import(?:[^'"()]*from)?["']\.\/([^"']+)["']/g)) {
    await load(origin, `/assets/${needed}`, texts)
  }
}

async function textOf(url: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(url, { headers })
  strictEqual(answer.status, 200, url)
  return answer.text()
}

if (import.meta.main) console.table(await run())
