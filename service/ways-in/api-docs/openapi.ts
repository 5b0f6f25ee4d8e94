/** The OpenAPI 3.1 document of an interface, written from its table of mounts and from the schemas of the events. */
import { z } from "zod"
import { errorTable } from "../../../domain/model/errors.ts"
import { refusalDetails } from "../../../domain/model/refusal-details.ts"
import type { AnyOpenOperation, AnyOperation } from "../../platform/operation.ts"
import { permittedRoles, scopeOf } from "../company-api/authenticate.ts"
import type { Mount } from "../http/mount.ts"
import { refusalsOf, takesKey } from "../http/refusals-of.ts"
import type { OpenApiDocument, OpenApiOperation, RequestBody } from "./document.ts"
import { bodyExample } from "./examples.ts"
import { type JsonSchema, jsonSchemaOf, type Shared } from "./json-schema.ts"
import { nameSchemas } from "./named-schemas.ts"
import { recordedExample } from "./recorded-answers.ts"
import type { Sampled } from "./samples/called.ts"
import { sampleCases } from "./samples/cases.ts"
import { type CodeSample, codeSamples } from "./samples/code-samples.ts"
import { pathSample } from "./samples/path-sample.ts"
import { visitorSamples } from "./samples/visitor-samples.ts"
import { describedWebhooks, receivedTag } from "./webhooks.ts"

/** The part of a mounted operation that documents need. */
export interface DescribedMount
  extends Pick<Mount, "method" | "path" | "rawBody" | "file" | "csv" | "isStream"> {
  operation: Omit<AnyOperation, "run"> | Omit<AnyOpenOperation, "run">
  /** False where a POST is repeated safely without one. */
  takesIdempotencyKey?: false
  /** Set where refusals have status 200 on a company's wish: `agent.refusals_as_200`. */
  refusesWith200?: true
  /** A tool of the agent API: any role may call it, in the session of one conversation. */
  inSession?: true
  /** For visitors: a publishable key opens it, and nothing else does. */
  byPublishableKey?: true
  /** An operation for visitors finds times, or takes one. */
  times?: "found" | "taken"
}

/** The name of such refusals among the document's schemas. */
export const refusalWith200 = "RefusalWith200"

const description = [
  "Answers are `{success: true, data}`; lists add `next_cursor`. Refusals are `{success: false, error}` with a code out",
  "of one closed list. Times are UTC with milliseconds and `Z`, dates are `YYYY-MM-DD`. Fields may be added within this",
  "version, never removed: ignore those you do not know. Repeat a POST safely with the same `Idempotency-Key`. `x-roles`",
  "are the roles of API keys that may call an operation, `x-scope` the scope that a key with `scopes` needs, `x-user-roles` those of people who sign in, `x-refusals` the codes",
  "that it is refused with, its own first, `x-events` the events that it may cause, `x-reads-only` marks a POST that changes nothing. `x-details` of the answer `Refusal` are",
  "the schemas of `details`, by code.",
].join(" ")

const license = { name: "Apache License 2.0", identifier: "Apache-2.0" }

/** Deterministic: the same mounts give the same text. */
export function openApiOf(mounts: readonly DescribedMount[], prefix: string): OpenApiDocument {
  const shared: Shared = new Map()
  const paths = new Map<string, Record<string, OpenApiOperation>>()
  const asked = mounts.map((mount) => askedBy(mount, shared))
  const sampled = new Map(asked.map((each) => [each.mount.operation.name, sampledOf(each, mounts)]))
  for (const each of asked) {
    const { method, path: shortPath, operation } = each.mount
    const path = prefix + shortPath.replace(/:(\w+)/g, "{$1}")
    const one = sampled.get(operation.name)!
    const samples = each.mount.byPublishableKey
      ? visitorSamples(one)
      : codeSamples(one, (name) => sampled.get(name)!)
    paths.set(path, { ...paths.get(path), [method.toLowerCase()]: operationOf(each, samples, shared) })
  }
  const webhooks = describedWebhooks(shared)
  const responses = sharedResponses(detailsByCode(shared))
  const document: OpenApiDocument = {
    openapi: "3.1.0",
    info: { title: "Appointed", version: "1.0.0", description, license },
    servers: [{ url: "/" }],
    security: [{ bearer: [] }],
    tags: [...new Set(mounts.map(({ operation }) => operation.noun)), receivedTag].map((name) => ({ name })),
    paths: sorted(paths),
    webhooks,
    components: {
      schemas: sorted(shared),
      responses,
      parameters: sharedHeaders,
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "An API key, or a session." },
        publishable: {
          type: "http",
          scheme: "bearer",
          description: "A publishable key, `pk_…`, from a page of one of its `allowed_origins`.",
        },
      },
    },
  }
  nameSchemas(document)
  return document
}

/** The part of an operation's description that its samples show. */
interface Asked {
  mount: DescribedMount
  parameters: JsonSchema[]
  body: RequestBody | null
}

function askedBy(mount: DescribedMount, shared: Shared): Asked {
  return { mount, parameters: parametersOf(mount, shared), body: bodyOf(mount, shared) }
}

function operationOf({ mount, parameters, body }: Asked, samples: CodeSample[], shared: Shared) {
  const { operation } = mount
  const { keys, users } = permittedRoles(operation)
  return {
    operationId: operation.name,
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    tags: [operation.noun],
    "x-roles": keys,
    ...(operation.open || mount.byPublishableKey ? {} : { "x-scope": scopeOf(mount.method, operation) }),
    "x-user-roles": users,
    "x-refusals": refusalsOf(mount),
    ...(operation.events === undefined ? {} : { "x-events": operation.events }),
    ...(operation.readsOnly ? ({ "x-reads-only": true } as const) : {}),
    "x-codeSamples": samples,
    ...(operation.open ? { security: [] } : {}),
    ...(mount.byPublishableKey ? { security: [{ publishable: [] as [] }] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === null ? {} : { requestBody: body }),
    responses: { ...answersOf(mount, shared), ...errorAnswers },
  } satisfies OpenApiOperation
}

function sampledOf({ mount, parameters, body }: Asked, mounts: readonly DescribedMount[]): Sampled {
  const { method, path, operation, isStream, rawBody } = mount
  return {
    operationId: operation.name,
    kind: isStream ? "STREAM" : operation.list ? "LIST" : "CALL",
    method,
    path: path.replace(/:(\w+)/g, "{$1}"),
    isOpen: operation.open === true,
    parameters,
    body: body?.content["application/json"]?.example,
    fileType: rawBody?.contentTypes[0] ?? null,
    sample: sampleCases[operation.name] ?? pathSample(mount, mounts),
  }
}

function parametersOf(mount: DescribedMount, shared: Shared): JsonSchema[] {
  const { operation } = mount
  return [
    ...named("path", operation.params, shared),
    ...named("query", operation.query, shared),
    ...named("header", operation.headers, shared),
    ...(takesKey(mount) ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
  ]
}

function named(
  where: "path" | "query" | "header",
  schema: z.ZodObject | undefined,
  shared: Shared,
): JsonSchema[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = jsonSchemaOf(schema, "input", shared) as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: where,
    required: required.includes(name),
    ...(where === "query" && rest.type === "object" ? { style: "deepObject", explode: true } : {}),
    ...(description === undefined ? {} : { description }),
    schema: rest,
  }))
}

function bodyOf({ operation, rawBody }: DescribedMount, shared: Shared): RequestBody | null {
  if (operation.body === undefined) return null
  if (rawBody) {
    const file = { schema: { type: "string", format: "binary" } }
    return { required: true, content: Object.fromEntries(rawBody.contentTypes.map((type) => [type, file])) }
  }
  const schema = jsonSchemaOf(operation.body, "input", shared)
  const required = !operation.body.safeParse({}).success
  const example = bodyExample(shared, schema, operation.noun, sampleCases[operation.name]?.input)
  return { required, content: { "application/json": { schema, example } } }
}

function answersOf(mount: DescribedMount, shared: Shared): Record<string, JsonSchema> {
  const { operation, refusesWith200 } = mount
  const status = operation.status ?? 200
  const answer = answerOf(mount, shared)
  if (!refusesWith200) return { [status]: answer }
  shared.set(refusalWith200, refusalSchema({ ok: { type: "boolean" } }))
  const form = { $ref: `#/components/schemas/${refusalWith200}` }
  const { schema, ...shown } = (answer.content as RequestBody["content"])["application/json"]!
  const json = (given: JsonSchema, more = {}) => ({ "application/json": { schema: given, ...more } })
  if (status === 200)
    return { 200: { ...answer, content: json({ anyOf: [namedAnswer(schema, shared), form] }, shown) } }
  const description = "A refusal, where the company's `agent.refusals_as_200` is true."
  return { 200: { description, content: json(form) }, [status]: answer }
}

/** By the name of the record that it holds: generators of clients read a choice of two named schemas, and lose one of others. */
function namedAnswer(schema: JsonSchema, shared: Shared): JsonSchema {
  const { data } = (schema.properties ?? {}) as Record<string, JsonSchema>
  if (typeof data?.$ref !== "string") return schema
  const name = `${data.$ref.split("/").at(-1)}Answer`
  shared.set(name, schema)
  return { $ref: `#/components/schemas/${name}` }
}

function answerOf({ operation, file, csv, isStream }: DescribedMount, shared: Shared): JsonSchema {
  if (isStream)
    return {
      description: operation.summary,
      content: { "text/event-stream": { schema: { type: "string" } } },
    }
  if (file)
    return {
      description: operation.summary,
      content: { [file.contentType.split(";")[0]!]: { schema: { type: "string" } } },
    }
  const success = z.literal(true)
  const envelope = operation.list
    ? z.object({ success, data: z.array(operation.result), next_cursor: z.string().nullable() })
    : z.object({ success, data: operation.result })
  const schema = jsonSchemaOf(envelope, "output", shared)
  const example = recordedExample(operation.name)
  const asFile = csv ? { "text/csv": { schema: { type: "string" } } } : {}
  return {
    description: operation.summary,
    content: { "application/json": { schema, ...example }, ...asFile },
  }
}

function sorted<T>(entries: Map<string, T>): Record<string, T> {
  return Object.fromEntries([...entries].sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** The one shape of refusals, which every operation refers to. */
const errorAnswers: Record<string, JsonSchema> = {
  "4XX": { $ref: "#/components/responses/Refusal" },
  "5XX": { $ref: "#/components/responses/Refusal" },
}

const error: JsonSchema = {
  type: "object",
  properties: {
    code: { type: "string", enum: Object.keys(errorTable).sort() },
    message: { type: "string", description: "One plain sentence." },
    field: { type: "string", description: "The offending field, as weekly_hours[0].start." },
    details: { type: "object", description: "What helps to go on, by code." },
    request_id: { type: "string" },
  },
  required: ["code", "message", "request_id"],
}

const refusalSchema = (more: Record<string, JsonSchema> = {}): JsonSchema => ({
  type: "object",
  properties: { ...more, success: { type: "boolean", description: "False." }, error },
  required: [...Object.keys(more), "success", "error"],
})

/** The name of a shared answer's extension: what `details` hold, by the code of the refusal. */
export const detailsExtension = "x-details"

const detailsByCode = (shared: Shared): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(refusalDetails).map(([code, schema]) => [code, jsonSchemaOf(schema, "output", shared)]),
  )

const sharedResponses = (details: Record<string, JsonSchema>): Record<string, JsonSchema> => ({
  Refusal: {
    [detailsExtension]: details,
    description: "What stands in the way. The codes and what to do about each: docs/errors.md, or /docs.",
    headers: {
      "Retry-After": {
        description: "Seconds to wait, where waiting helps.",
        schema: { type: "integer" },
      },
    },
    content: {
      "application/json": {
        schema: refusalSchema(),
      },
    },
  },
})

const sharedHeaders: Record<string, JsonSchema> = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description:
      "1 to 255 printable characters. The same key and body within a day give the first answer again.",
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x20-\\x7e]{1,255}$" },
  },
}
