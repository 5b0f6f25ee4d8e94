/** The generated files of the package `@appointed/sdk`: the types of all operations, and where each of them is. */

import { refusalsOfEvery } from "../../http/refusals-of.ts"
import type { OpenApiDocument, OpenApiOperation } from "../document.ts"
import type { JsonSchema } from "../json-schema.ts"
import { detailsExtension, refusalWith200 } from "../openapi.ts"
import { sdkMethod } from "../samples/called.ts"
import { visitorMethod } from "../samples/visitor-samples.ts"
import { type SdkSchemas, sdkSchemas } from "./sdk-schemas.ts"
import { commentText, fieldText, type Side, typeText } from "./type-text.ts"

/** An operation as the package offers it. */
interface Offered {
  name: string
  method: string
  path: string
  operation: OpenApiOperation
  input: { name: string; schema: JsonSchema; isRequired: boolean }[] | JsonSchema
  isInputRequired: boolean
  /** The rows of a list. */
  answer: JsonSchema | "text"
  isList: boolean
}

/** By path within the project. Deterministic. */
export function sdkFiles(document: OpenApiDocument): Record<string, string> {
  const schemas = sdkSchemas(document)
  const all = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => offered(schemas, { path, method, operation })),
    )
    // A stream is no request and answer: the package follows it by code of its own.
    .filter(({ operation }) => operation.operationId !== "stream_events")
    .sort((one, other) => (one.name < other.name ? -1 : 1))
  const operations = all.filter(({ operation }) => !isForVisitors(operation))
  const visitors = all.filter(({ operation }) => isForVisitors(operation))
  return {
    "sdk/src/api.generated.ts": typesText(document, { operations, visitors }, schemas),
    "sdk/src/paths.generated.ts": pathsText({ operations, visitors }),
  }
}

const generated = "// Generated from openapi.json by `npm run generate`.\n"

/** A publishable key opens it, so that it belongs to the client of pages. */
const isForVisitors = ({ security = [] }: OpenApiOperation) => security.some((each) => "publishable" in each)

interface Parted {
  operations: readonly Offered[]
  visitors: readonly Offered[]
}

interface Found {
  path: string
  method: string
  operation: OpenApiOperation
}

function offered(schemas: SdkSchemas, { path, method, operation }: Found): Offered {
  const answered = operation.responses[201] ?? Object.values(operation.responses)[0]!
  const content = (answered.content ?? {}) as Record<string, { schema: JsonSchema }>
  // The client of pages keeps the tokens that are headers.
  const parameters = (operation.parameters ?? []).filter(
    (parameter) => !("$ref" in parameter) && !(isForVisitors(operation) && parameter.in === "header"),
  )
  const body = operation.requestBody
  const isFile = body !== undefined && !("application/json" in body.content)
  const named = [
    ...parameters.map((parameter) => ({
      name: String(parameter.name),
      schema: {
        ...schemas.written(parameter.schema as JsonSchema, "input"),
        ...(parameter.description ? { description: parameter.description } : {}),
      },
      isRequired: parameter.required === true,
    })),
    ...(isFile ? [{ name: "image", schema: { $ref: "Blob" } as JsonSchema, isRequired: true }] : []),
  ]
  const sent = body?.content["application/json"]?.schema
  const json = sent && schemas.resolved(sent)
  const fields = json && "properties" in json ? fieldsOf(schemas, json) : []
  const input = json && !("properties" in json) ? formsWith(schemas, json, named) : [...named, ...fields]
  const received = content["application/json"]?.schema
  const whole = received && withoutRefusal(schemas.resolved(received))
  const answer = whole && schemas.resolved(whole)
  const properties = (answer?.properties ?? {}) as Record<string, JsonSchema>
  const isList = "next_cursor" in properties && "success" in properties
  const isEnveloped = "success" in properties && "data" in properties
  const given = isEnveloped ? properties.data! : (answer ?? "text")
  const data = isList ? (schemas.resolved(given as JsonSchema).items as JsonSchema) : given
  return {
    name: (isForVisitors(operation) ? visitorMethod : sdkMethod)(operation.operationId),
    method: method.toUpperCase(),
    path: path.replace("/api/v1", ""),
    operation,
    input,
    isInputRequired: !Array.isArray(input) || input.some(({ isRequired }) => isRequired),
    answer: data === "text" ? data : schemas.written(data as JsonSchema, "output"),
    isList,
  }
}

function fieldsOf(schemas: SdkSchemas, schema: JsonSchema) {
  const required = new Set((schema.required ?? []) as string[])
  return Object.entries(schema.properties as Record<string, JsonSchema>).map(([name, field]) => ({
    name,
    schema: schemas.written(field, "input"),
    isRequired: required.has(name),
  }))
}

/** A body of several forms, each with the parameters of the path. */
function formsWith(
  schemas: SdkSchemas,
  schema: JsonSchema,
  named: readonly { name: string; schema: JsonSchema; isRequired: boolean }[],
): JsonSchema {
  const forms = ((schema.oneOf ?? schema.anyOf) as JsonSchema[]).map(schemas.resolved)
  const parameters = Object.fromEntries(named.map(({ name, schema: field }) => [name, field]))
  const required = named.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  return {
    oneOf: forms.map((form) => ({
      ...form,
      properties: {
        ...parameters,
        ...Object.fromEntries(fieldsOf(schemas, form).map(({ name, schema: field }) => [name, field])),
      },
      required: [...required, ...((form.required ?? []) as string[])],
    })),
  }
}

/** The answer itself: refusals with status 200 are for platforms that drop all others' bodies, and the package is none. */
function withoutRefusal(schema: JsonSchema | undefined): JsonSchema | undefined {
  const forms = (schema?.anyOf ?? []) as JsonSchema[]
  return forms.some(({ $ref }) => String($ref).endsWith(`/${refusalWith200}`)) ? forms[0] : schema
}

function typesText(document: OpenApiDocument, { operations, visitors }: Parted, schemas: SdkSchemas): string {
  const types = schemas.declared
    .filter(({ name }) => !name.startsWith(refusalWith200))
    .map((each) => `${commentText(each.schema.description, "")}${typeDeclaration(each)}`)
  const refusal = document.components.responses!.Refusal as {
    [detailsExtension]: Record<string, JsonSchema>
    content: { "application/json": { schema: JsonSchema } }
  }
  const error = schemas.resolved(
    (schemas.resolved(refusal.content["application/json"].schema).properties as Record<string, JsonSchema>)
      .error!,
  )
  const codes = schemas.resolved((error.properties as Record<string, JsonSchema>).code!) as { enum: string[] }
  const events = Object.values(document.webhooks).map(({ post }) => {
    const { $ref } = post.requestBody.content["application/json"]!.schema
    return String($ref).split("/").at(-1)!
  })
  return [
    `${generated}import type { Pages, RequestOptions } from "./call.ts"\n`,
    ...types,
    `/** Everything that a webhook or the stream of events may carry. Types may be added. */\nexport type AppointedEvent =\n${events.map((name) => `  | ${name}\n`).join("")}`,
    `/** Why the service refuses: docs/errors.md. */\nexport type RefusalCode =\n${codes.enum.map((code) => `  | ${JSON.stringify(code)}\n`).join("")}`,
    detailsText(refusal[detailsExtension], schemas),
    refusalsText(operations),
    `export interface Operations {\n${operations.map((operation) => methodText(operation)).join("")}}\n`,
    `/** For pages of a website, by a publishable key. */\nexport interface VisitorOperations {\n${visitors.map((operation) => methodText(operation)).join("")}}\n`,
  ].join("\n")
}

/** The type of `details` in refusals. */
function detailsText(details: Record<string, JsonSchema>, schemas: SdkSchemas): string {
  const lines = Object.entries(details).map(
    ([code, schema]) => `  ${code}: ${typeText(schemas.written(schema, "output"), "output", "  ")}\n`,
  )
  return `/** What \`details\` of a refusal hold, by its code. An agent's operations word theirs for the caller: docs/agents.md. */\nexport interface RefusalDetails {\n${lines.join("")}}\n`
}

/** The refusals of each operation, where they differ from those that any of them may meet. */
function refusalsText(operations: readonly Offered[]): string {
  const union = (codes: readonly string[]) => codes.map((code) => JSON.stringify(code)).join(" | ")
  const lines = operations.map(({ name, operation }) => {
    const own = operation["x-refusals"].filter((code) => !refusalsOfEvery.includes(code))
    return `  ${name}: RefusalOfEvery${own.length === 0 ? "" : ` | ${union(own)}`}\n`
  })
  return `/** What any operation may be refused with. */\nexport type RefusalOfEvery = ${union(refusalsOfEvery)}\n\n/** The codes that each operation is refused with. */\nexport interface Refusals {\n${lines.join("")}}\n`
}

interface Declared {
  name: string
  schema: JsonSchema
  side: Side
}

const typeDeclaration = ({ name, schema, side }: Declared) =>
  schema.type === "object" && "properties" in schema
    ? `export interface ${name} ${typeText(schema, side)}\n`
    : `export type ${name} = ${typeText(schema, side)}\n`

function methodText({ name, operation, input, isInputRequired, answer, isList }: Offered): string {
  const row = answer === "text" ? "string" : typeText(answer, "output", "  ")
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

function pathsText({ operations, visitors }: Parted): string {
  const linesOf = (offers: readonly Offered[]) =>
    offers.map((offer) => `  ${offer.name}: ${JSON.stringify(`${kindOf(offer)} ${offer.path}`)},\n`).join("")
  return `${generated}/** LIST is a GET in pages; SEND is a POST that takes no Idempotency-Key, READ one that changes nothing, REMOVE a DELETE with a body. */\nexport const paths = {\n${linesOf(operations)}} as const\n\nexport const visitorPaths = {\n${linesOf(visitors)}} as const\n`
}

function kindOf({ method, isList, operation }: Offered): string {
  if (isList) return "LIST"
  const takesKey = operation.parameters?.some(({ $ref }) => String($ref).endsWith("/IdempotencyKey"))
  if (operation["x-reads-only"]) return "READ"
  if (method === "DELETE" && operation.requestBody) return "REMOVE"
  return method === "POST" && !takesKey ? "SEND" : method
}
