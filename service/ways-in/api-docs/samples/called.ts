/** An operation as its samples call it. */
import type { JsonSchema } from "../json-schema.ts"
import type { Input, Sample } from "./sample.ts"

export interface Sampled {
  operationId: string
  /** `LIST` for a GET in pages, `STREAM` for one without an end. */
  kind: "LIST" | "STREAM" | "CALL"
  /** Below `/api/v1`, with `{name}` for parameters. */
  path: string
  method: string
  isOpen: boolean
  parameters: readonly JsonSchema[]
  /** An example of the body; undefined where none is sent. */
  body: unknown
  /** The body is a file of this type. */
  fileType: string | null
  sample: Sample
}

const exampleOf = ({ schema }: JsonSchema) => {
  const { type, examples } = schema as { type?: unknown; examples?: unknown[] }
  return examples?.[0] ?? ([type].flat().includes("integer") ? 1 : "…")
}

/** The values that the operation's own call sends, by their position. */
export function sentBy({ parameters, body, sample: { input = {} } }: Sampled) {
  return parted(parameters, input, body)
}

/** The values that a call of it as a step sends. */
export function sentInStep({ parameters, body }: Sampled, input: Input) {
  return parted(parameters, input, body === undefined ? undefined : {})
}

function parted(parameters: readonly JsonSchema[], input: Input, body: unknown) {
  const named = (where: string) =>
    Object.fromEntries(
      parameters
        .filter((each) => each.in === where && (each.required === true || String(each.name) in input))
        .map((each) => [String(each.name), input[String(each.name)] ?? exampleOf(each)]),
    )
  const names = new Set(parameters.map(({ name }) => name))
  const fields = Object.entries(input).filter(([name]) => !names.has(name))
  return {
    path: named("path"),
    query: named("query"),
    body: body === undefined || fields.length === 0 ? body : Object.fromEntries(fields),
  }
}

export type Sent = ReturnType<typeof parted>

/** The SDK's method: `book_appointment` is `bookAppointment`. */
export const sdkMethod = (operationId: string) =>
  operationId.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
