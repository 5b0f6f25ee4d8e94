/** Judges that an answer is one that the service has declared: its operation's result, or an error out of the closed table. */
import { isDeepStrictEqual } from "node:util"
import { z } from "zod"
import { errorTable } from "../../domain/model/errors.ts"
import type { Received } from "./wire.ts"

interface Declared {
  result: z.ZodType
  list: boolean
}

const errorShape = z.strictObject({
  success: z.literal(false),
  error: z.strictObject({
    code: z.enum(Object.keys(errorTable) as (keyof typeof errorTable)[]),
    message: z.string().min(1),
    field: z.string().min(1).optional(),
    details: z.record(z.string(), z.unknown()).optional(),
    request_id: z.string().regex(/^req_/),
  }),
})

/** The fault of the answer in one sentence; null when it is as declared. */
export function wrongAnswer(answer: Received, declared: Declared): string | null {
  const type = String(answer.headers["content-type"])
  if (answer.status < 300 && /^text\/(csv|event-stream)/.test(type)) return null
  const body = parsed(answer.text)
  if (body === undefined) return `not JSON: ${answer.text.slice(0, 200)}`
  return answer.status < 300 ? wrongSuccess(body, declared) : wrongError(answer, body)
}

export function wrongError(answer: Received, body: unknown = parsed(answer.text)): string | null {
  const read = errorShape.safeParse(body)
  // A company that has lost its number while the fuzz went on is refused so.
  const cannotText = read.success && read.data.error.code === "texts_unavailable"
  if (answer.status >= 500 && !cannotText) return `${answer.status} ${answer.text.slice(0, 300)}`
  if (!read.success) return `not an error's shape: ${answer.text.slice(0, 300)}`
  const { code, request_id } = read.data.error
  if (errorTable[code].status !== answer.status) return `${code} came with status ${answer.status}`
  const isNamed = answer.headers["x-request-id"] === request_id
  return isNamed ? null : `the request is called ${answer.headers["x-request-id"]} and ${request_id}`
}

function wrongSuccess(body: unknown, { result, list }: Declared): string | null {
  const data = list ? z.array(result) : result
  const envelope = z.strictObject({
    success: z.literal(true),
    data,
    ...(list ? { next_cursor: z.string().nullable() } : {}),
  })
  const read = envelope.safeParse(body)
  if (!read.success) return `not its result: ${z.prettifyError(read.error).slice(0, 300)}`
  if (!isDeepStrictEqual(read.data, body)) return "more than its schema declares"
  const odd = oddTime(body, "")
  return odd === null ? null : `a time that is not UTC with milliseconds: ${odd}`
}

const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const namesTime = /(^|_)(at|time|start|end)$/

/** Looks at fields that are named like times; `start` and `end` of hours are wall-clock. */
function oddTime(value: unknown, name: string): string | null {
  if (typeof value === "string") {
    const isTime = namesTime.test(name) && !/^\d\d:\d\d$/.test(value)
    return isTime && !utc.test(value) ? `${name} ${value}` : null
  }
  if (typeof value !== "object" || value === null) return null
  for (const [key, part] of Object.entries(value)) {
    const odd = oddTime(part, Array.isArray(value) ? name : key)
    if (odd !== null) return odd
  }
  return null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
