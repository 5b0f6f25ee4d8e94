/** How an operation is called by curl and by the SDK, for readers of the document. */
import type { JsonSchema } from "./json-schema.ts"

/** As `x-codeSamples`, which several viewers show. */
export interface CodeSample {
  lang: "Shell" | "JavaScript"
  label: "curl" | "SDK"
  source: string
}

interface Sampled {
  operationId: string
  /** `LIST` for a GET in pages, `STREAM` for one without an end. */
  kind: "LIST" | "STREAM" | "CALL"
  /** Below `/api/v1`, with `{name}` for parameters. */
  path: string
  method: string
  isOpen: boolean
  parameters: readonly JsonSchema[]
  /** An example of the body. */
  body: unknown
  /** The body is a file of this type. */
  fileType: string | null
}

/** The SDK's method: `book_appointment` is `bookAppointment`. */
export const sdkMethod = (operationId: string) =>
  operationId.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

export function codeSamples(sampled: Sampled): CodeSample[] {
  return [
    { lang: "Shell", label: "curl", source: curlOf(sampled) },
    { lang: "JavaScript", label: "SDK", source: sdkCallOf(sampled) },
  ]
}

const exampleOf = ({ schema }: JsonSchema) => ((schema as JsonSchema).type === "integer" ? 1 : "…")

const needed = ({ parameters }: Sampled, where: string) =>
  parameters.filter((parameter) => parameter.in === where && parameter.required === true)

function curlOf(sampled: Sampled): string {
  const { kind, method, path, isOpen, body, fileType } = sampled
  const query = needed(sampled, "query").map((parameter) => `${parameter.name}=${exampleOf(parameter)}`)
  const filled = needed(sampled, "path").reduce(
    (text, parameter) => text.replace(`{${parameter.name}}`, String(exampleOf(parameter))),
    path,
  )
  const url = `"$API${filled}${query.length > 0 ? `?${query.join("&")}` : ""}"`
  const type = fileType ?? (body === undefined ? null : "application/json")
  const data = JSON.stringify(body ?? null).replaceAll("'", "'\\''")
  return [
    `curl${kind === "STREAM" ? " -N" : ""}${method === "GET" ? "" : ` -X ${method}`} ${url}`,
    ...(isOpen ? [] : ['-H "Authorization: Bearer $KEY"']),
    ...(type === null ? [] : [`-H "Content-Type: ${type}"`]),
    ...(fileType === null ? [] : ["--data-binary @file"]),
    ...(body === undefined ? [] : [`-d '${data}'`]),
  ].join(" \\\n  ")
}

function sdkCallOf(sampled: Sampled): string {
  const { operationId, kind, body, fileType } = sampled
  const named = [...needed(sampled, "path"), ...needed(sampled, "query")]
  const input = {
    ...Object.fromEntries(named.map((parameter) => [String(parameter.name), exampleOf(parameter)])),
    ...(body as object | undefined),
  }
  const given = fileType !== null ? "{ image }" : Object.keys(input).length === 0 ? "" : literalOf(input)
  const call = `client.${sdkMethod(operationId)}(${given})`
  return kind === "CALL" ? `await ${call}` : `for await (const each of ${call}) console.log(each)`
}

/** JSON as JavaScript has it: names without quotes. */
const literalOf = (value: object) =>
  JSON.stringify(value, null, 2).replace(/^( *)"([A-Za-z_]\w*)":/gm, "$1$2:")
