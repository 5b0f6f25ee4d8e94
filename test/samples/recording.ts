/** Answers of the demo as the API's document shows them: the first of each list, without what is secret or another one each time. */
import { readFileSync, writeFileSync } from "node:fs"
import { recordedPath } from "../../service/ways-in/api-docs/recorded-answers.ts"

export type Recording = Readonly<Record<string, unknown>>

const longestText = 160
const hosts = { api: "https://api.appointed.example", book: "https://book.appointed.example" }

/** Random parts of links, keys and ids: at least 20 letters and digits that are no word. */
const random = /(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{20,}/g

export interface Hosts {
  apiUrl: string
  bookUrl: string | null
}

export function shown(answer: string, { apiUrl, bookUrl }: Hosts): unknown {
  const text = answer.replaceAll(apiUrl, hosts.api).replaceAll(bookUrl ?? apiUrl, hosts.book)
  return JSON.parse(text, (_key, value: unknown) => {
    if (Array.isArray(value)) return value.slice(0, 1)
    return typeof value === "string" ? plain(value) : value
  })
}

function plain(text: string): string {
  const local = text.replace(/http:\/\/(127\.0\.0\.1|localhost):\d+\/(?=[\w.-]{20})/g, `${hosts.api}/`)
  const unsealed = local.replace(/whsec_[\w+/=]+/g, `whsec_${"x".repeat(20)}`)
  const steady = unsealed.replace(random, (found) => `${prefixOf(found)}${"x".repeat(20)}`)
  return steady.length > longestText ? `${steady.slice(0, longestText)}…` : steady
}

/** `sk_test_` of a key. */
const prefixOf = (found: string) => /^([a-z]+_)+/.exec(found)?.[0] ?? ""

/** Each name in an answer with the names around it, so that two answers of one form are equal. */
export function formOf(value: unknown, at = ""): string[] {
  if (value === null || typeof value !== "object") return []
  if (Array.isArray(value)) return value.flatMap((each) => formOf(each, `${at}[]`))
  return Object.entries(value).flatMap(([name, inner]) => [
    `${at}.${name}`,
    ...formOf(inner, `${at}.${name}`),
  ])
}

export const readRecording = (): Recording => JSON.parse(readFileSync(recordedPath, "utf8"))

/** One answer a line. */
export function writeRecording(recording: Recording): void {
  const lines = Object.entries(recording)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, answer]) => `  ${JSON.stringify(name)}: ${JSON.stringify(answer)}`)
  writeFileSync(recordedPath, `{\n${lines.join(",\n")}\n}\n`)
}
