/** The generated files of the package `@appointed/sdk`: the types of all operations, and where each of them is. */

import { refusalsOfEvery } from "../../refusals-of.ts"
import { sdkMethod } from "../code-samples.ts"
import type { JsonSchema } from "../json-schema.ts"
import { detailsExtension, type OpenApiDocument, type OpenApiOperation, refusalWith200 } from "../openapi.ts"
import { commentText, fieldText, typeText } from "./type-text.ts"

/** An operation as the package offers it. */
interface Offered {
  name: string
  method: string
  path: string
  operation: OpenApiOperation
  input: { name: string; schema: JsonSchema; isRequired: boolean }[] | JsonSchema
  isInputRequired: boolean
  /** Of a list: its rows. */
  answer: JsonSchema | "text"
  isList: boolean
}

/** By path within the project. Deterministic. */
export function sdkFiles(document: OpenApiDocument): Record<string, string> {
  const operations = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => offered(path, method, operation)),
    )
    // A stream is no request and answer: the package follows it by code of its own.
    .filter(({ operation }) => operation.operationId !== "stream_events")
    .sort((one, other) => (one.name < other.name ? -1 : 1))
  return {
    "sdk/src/api.generated.ts": typesText(document, operations),
    "sdk/src/paths.generated.ts": pathsText(operations),
  }
}

const generated = "// Generated from openapi.json by `npm run generate`.\n"

function offered(path: string, method: string, operation: OpenApiOperation): Offered {
  const answered = operation.responses[201] ?? Object.values(operation.responses)[0]!
  const content = (answered.content ?? {}) as Record<string, { schema: JsonSchema }>
  const parameters = (operation.parameters ?? []).filter((parameter) => !("$ref" in parameter))
  const body = operation.requestBody
  const isFile = body !== undefined && !("application/json" in body.content)
  const named = [
    ...parameters.map((parameter) => ({
      name: String(parameter.name),
      schema: {
        ...(parameter.schema as JsonSchema),
        ...(parameter.description ? { description: parameter.description } : {}),
      },
      isRequired: parameter.required === true,
    })),
    ...(isFile ? [{ name: "image", schema: { $ref: "Blob" } as JsonSchema, isRequired: true }] : []),
  ]
  const json = body?.content["application/json"]?.schema
  const fields = json && "properties" in json ? fieldsOf(json) : []
  const input = json && !("properties" in json) ? formsWith(json, named) : [...named, ...fields]
  const answer = withoutRefusal(content["application/json"]?.schema)
  const properties = (answer?.properties ?? {}) as Record<string, JsonSchema>
  const isList = "next_cursor" in properties && "success" in properties
  const isEnveloped = "success" in properties && "data" in properties
  const data = isEnveloped ? properties.data! : (answer ?? "text")
  return {
    name: sdkMethod(operation.operationId),
    method: method.toUpperCase(),
    path: path.replace("/api/v1", ""),
    operation,
    input,
    isInputRequired: !Array.isArray(input) || input.some(({ isRequired }) => isRequired),
    answer: isList ? ((data as JsonSchema).items as JsonSchema) : data,
    isList,
  }
}

function fieldsOf(schema: JsonSchema) {
  const required = new Set((schema.required ?? []) as string[])
  return Object.entries(schema.properties as Record<string, JsonSchema>).map(([name, field]) => ({
    name,
    schema: field,
    isRequired: required.has(name),
  }))
}

/** A body of several forms, each with the parameters of the path. */
function formsWith(
  schema: JsonSchema,
  named: readonly { name: string; schema: JsonSchema; isRequired: boolean }[],
): JsonSchema {
  const forms = (schema.oneOf ?? schema.anyOf) as JsonSchema[]
  const parameters = Object.fromEntries(named.map(({ name, schema: field }) => [name, field]))
  const required = named.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  return {
    oneOf: forms.map((form) => ({
      ...form,
      properties: { ...parameters, ...(form.properties as object) },
      required: [...required, ...((form.required ?? []) as string[])],
    })),
  }
}

/** The answer itself: refusals with status 200 are for platforms that drop all others' bodies, and the package is none. */
function withoutRefusal(schema: JsonSchema | undefined): JsonSchema | undefined {
  const forms = (schema?.anyOf ?? []) as JsonSchema[]
  return forms.some(({ $ref }) => String($ref).endsWith(`/${refusalWith200}`)) ? forms[0] : schema
}

function typesText(document: OpenApiDocument, operations: readonly Offered[]): string {
  const shared = document.components.schemas!
  const records = namedRecords(operations, new Set(Object.keys(shared)))
  const named = new Map([...records].map(([name, schema]) => [JSON.stringify(schema), name]))
  const { [refusalWith200]: _, ...answered } = shared
  const types = Object.entries({ ...answered, ...Object.fromEntries(records) })
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, schema]) => `${commentText(schema.description, "")}${typeDeclaration(name, schema)}`)
  const refusal = document.components.responses!.Refusal as {
    [detailsExtension]: Record<string, JsonSchema>
    content: { "application/json": { schema: { properties: { error: JsonSchema } } } }
  }
  const codes = refusal.content["application/json"].schema.properties.error.properties as {
    code: { enum: string[] }
  }
  const events = Object.values(document.webhooks).map(({ post }) => {
    const { $ref } = post.requestBody.content["application/json"]!.schema
    return String($ref).split("/").at(-1)!
  })
  return [
    `${generated}import type { Pages, RequestOptions } from "./call.ts"\n`,
    ...types,
    `/** Everything that a webhook or the stream of events may carry. Types may be added. */\nexport type AppointedEvent =\n${events.map((name) => `  | ${name}\n`).join("")}`,
    `/** Why the service refuses: docs/errors.md. */\nexport type RefusalCode =\n${codes.code.enum.map((code) => `  | ${JSON.stringify(code)}\n`).join("")}`,
    detailsText(refusal[detailsExtension]),
    refusalsText(operations),
    `export interface Operations {\n${operations.map((operation) => methodText(operation, named)).join("")}}\n`,
  ].join("\n")
}

/** What `details` of a refusal hold. */
function detailsText(details: Record<string, JsonSchema>): string {
  const lines = Object.entries(details).map(
    ([code, schema]) => `  ${code}: ${typeText(schema, "output", "  ")}\n`,
  )
  return `/** What \`details\` of a refusal hold, by its code. An agent's operations word theirs for the caller: docs/agents.md. */\nexport interface RefusalDetails {\n${lines.join("")}}\n`
}

/** What each operation is refused with, where it differs from what any of them may meet. */
function refusalsText(operations: readonly Offered[]): string {
  const union = (codes: readonly string[]) => codes.map((code) => JSON.stringify(code)).join(" | ")
  const lines = operations.map(({ name, operation }) => {
    const own = operation["x-refusals"].filter((code) => !refusalsOfEvery.includes(code))
    return `  ${name}: RefusalOfEvery${own.length === 0 ? "" : ` | ${union(own)}`}\n`
  })
  return `/** What any operation may be refused with. */\nexport type RefusalOfEvery = ${union(refusalsOfEvery)}\n\n/** The codes that each operation is refused with. */\nexport interface Refusals {\n${lines.join("")}}\n`
}

const typeDeclaration = (name: string, schema: JsonSchema) =>
  "properties" in schema
    ? `export interface ${name} ${typeText(schema, "output")}\n`
    : `export type ${name} = ${typeText(schema, "output")}\n`

/** The record of each noun: the row of its list, or what its only path answers. */
function namedRecords(operations: readonly Offered[], taken: ReadonlySet<string>): Map<string, JsonSchema> {
  const records = new Map<string, JsonSchema>()
  const atRoot = operations.filter(({ path, method }) => method === "GET" && /^\/[\w-]+$/.test(path))
  for (const { operation, answer } of atRoot) {
    const name = singular(operation.tags[0]!)
    if (typeof answer !== "string" && !("$ref" in answer) && !taken.has(name)) records.set(name, answer)
  }
  return records
}

/** `API keys` is ApiKey. */
const singular = (noun: string) =>
  noun
    .toLowerCase()
    .replace(/s$/, "")
    .replace(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase())

function methodText(
  { name, operation, input, isInputRequired, answer, isList }: Offered,
  named: ReadonlyMap<string, string>,
): string {
  const row =
    answer === "text" ? "string" : (named.get(JSON.stringify(answer)) ?? typeText(answer, "output", "  "))
  const result = isList ? `Pages<${row}>` : `Promise<${row}>`
  const says = [operation.summary, operation.description].filter(Boolean).join(". ").replaceAll("..", ".")
  const parameters = inputText(input)
  const given =
    parameters === null
      ? "input?: Record<string, never>"
      : `input${isInputRequired ? "" : "?"}: ${parameters}`
  return `${commentText(says, "  ")}  ${name}(${given}, options?: RequestOptions): ${result}\n`
}

function inputText(input: Offered["input"]): string | null {
  if (!Array.isArray(input)) return typeText(input, "input", "  ")
  if (input.length === 0) return null
  const fields = input.map(({ name, schema, isRequired }) =>
    fieldText(name, schema, { side: "input", isRequired, indent: "    " }),
  )
  return `{\n${fields.join("")}  }`
}

function pathsText(operations: readonly Offered[]): string {
  const lines = operations.map(
    (offer) => `  ${offer.name}: ${JSON.stringify(`${kindOf(offer)} ${offer.path}`)},\n`,
  )
  return `${generated}/** LIST is a GET in pages; SEND is a POST that takes no Idempotency-Key, READ one that changes nothing, REMOVE a DELETE with a body. */\nexport const paths = {\n${lines.join("")}} as const\n`
}

function kindOf({ method, isList, operation }: Offered): string {
  if (isList) return "LIST"
  const takesKey = operation.parameters?.some(({ $ref }) => String($ref).endsWith("/IdempotencyKey"))
  if (operation["x-reads-only"]) return "READ"
  if (method === "DELETE" && operation.requestBody) return "REMOVE"
  return method === "POST" && !takesKey ? "SEND" : method
}
