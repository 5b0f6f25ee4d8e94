/**
 * Reads JSON bodies. What would hold the thread is refused before it is read: the parser makes a form of its own for each
 * set of fields, so a megabyte of short fields takes it some hundred milliseconds, and what comes after walks every value.
 */
import type { FastifyInstance } from "fastify"
import { Refusal } from "../../../domain/model/errors.ts"

/** No input nests deeper than 8, has an object of more than 40 fields, or holds more than 15,000 fields in all. */
const mostDepth = 32
const mostFieldsOfObject = 100
const mostFields = 20_000

/** Reads JSON only. An empty body counts as none, so that a POST without fields needs no `{}`. */
export function readJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser("error", "error")
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") return done(null, undefined)
    const refusal = refusalOfJson(body as string)
    if (refusal) done(refusal)
    else parse(request, body as string, done)
  })
}

/** The parsed text. Throws `invalid_json`, and `invalid_input` for one that nests too deep or has too many fields. */
export function parseJson(text: string): unknown {
  const refusal = refusalOfJson(text)
  if (refusal) throw refusal
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal("invalid_json")
  }
}

/** Why a text is not parsed; null for one that is. It looks at each character once, and jumps over those within quotes. */
export function refusalOfJson(text: string): Refusal | null {
  const fieldsOfOpen: number[] = []
  let fields = 0
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '"':
        at = endOfText(text, at)
        break
      case "{":
      case "[":
        if (fieldsOfOpen.push(0) > mostDepth) return refused(`nests deeper than ${mostDepth}`)
        break
      case "}":
      case "]":
        fieldsOfOpen.pop()
        break
      case ":": {
        fields += 1
        const ofObject = (fieldsOfOpen.pop() ?? 0) + 1
        fieldsOfOpen.push(ofObject)
        if (ofObject > mostFieldsOfObject)
          return refused(`holds an object of more than ${mostFieldsOfObject} fields`)
        if (fields > mostFields) return refused(`holds more than ${mostFields} fields`)
      }
    }
  }
  return null
}

/** The index of the quote that closes what the quote at `from` opens; the end of a text that never closes it. */
function endOfText(text: string, from: number): number {
  let end = text.indexOf('"', from + 1)
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end < 0 ? text.length : end
}

/** True where an odd number of backslashes stands before a sign. */
function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text[at - 1 - backslashes] === "\\") backslashes += 1
  return backslashes % 2 === 1
}

const refused = (what: string) =>
  new Refusal("invalid_input", { field: "body", message: `body: it ${what}, as no input does` })
