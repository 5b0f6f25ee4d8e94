import { readFileSync } from "node:fs"
import { brotliCompressSync } from "node:zlib"
import { Validator } from "@seriousme/openapi-schema-validator"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Actor, Role } from "../../../domain/model/actor.ts"
import { breaksOf } from "../../../domain/model/contract.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import { eventTypes, webhookTest } from "../../../domain/model/event.ts"
import { eventSchemas } from "../../../domain/model/event-schemas.ts"
import { documentOf } from "../../../domain/model/surface-document.ts"
import { startService, type TestService } from "../../../test/support/service.ts"
import { agentTools } from "../agent-api/tools.ts"
import { permit } from "../company-api/authenticate.ts"
import { companyMounts } from "../company-api/mounts.ts"
import type { OpenApiOperation, RequestBody } from "./document.ts"
import { documentedMounts, openApiText, pastApiPath } from "./generate.ts"
import type { JsonSchema } from "./json-schema.ts"
import { longestRepeated, nounRecords } from "./named-schemas.ts"
import { openApiOf } from "./openapi.ts"
import { positionsOf, schemasWithin } from "./schema-positions.ts"

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8")
const document = openApiOf(documentedMounts, "/api/v1")
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))

describe("the OpenAPI document", () => {
  it("is valid OpenAPI 3.1", async () => {
    expect(await new Validator().validate(structuredClone(document) as never)).toEqual({ valid: true })
  })

  it("MD-17 IN-12 has nothing that common generators of clients and linters stop at", () => {
    const found: string[] = []
    const visit = (node: unknown, at: string): void => {
      if (typeof node !== "object" || node === null) return
      const schema = node as Record<string, unknown>
      if (schema.type === "array" && typeof schema.items !== "object") found.push(`${at} has no items`)
      // openapi-generator's Python reads a constant as a text, and refuses the answer that holds one.
      if (typeof schema.const === "boolean") found.push(`${at} is a constant that is no text or number`)
      const { default: preset } = schema
      // A schema's own default; responses have one by that name too.
      if ("type" in schema || "oneOf" in schema || "anyOf" in schema)
        if (typeof preset === "object" && !Array.isArray(preset))
          found.push(`${at} has a default of null or an object`)
      for (const [key, inner] of Object.entries(schema))
        if (!/^examples?$/.test(key)) visit(inner, `${at}.${key}`)
    }
    visit(document, "document")
    expect(found).toEqual([])
    expect(document.info.license.identifier).toBe("Apache-2.0")
    // One module is written for each tag, so calls and what receivers get need tags of their own.
    const received = Object.values(document.webhooks).flatMap(({ post }) => post.tags)
    const called = new Set(operations.flatMap(({ tags }) => tags))
    expect(received.filter((tag) => called.has(tag))).toEqual([])
    const declared = new Set(document.tags.map((tag) => tag.name))
    expect([...called, ...received].filter((tag) => !declared.has(tag))).toEqual([])
  })

  it("is committed as it is generated (else: npm run generate)", () => {
    expect(read("api/openapi.json") === openApiText(), "openapi.json is stale: run npm run generate").toBe(
      true,
    )
  })

  it("only adds to the first version of the contract", () => {
    expect(breaksOf(documentOf(read(pastApiPath)), document)).toEqual([])
  })

  it("HS-08 has no schema twice, a named one for every noun, and stays small on its way", () => {
    const texts = new Map<string, number>()
    const count = (schema: JsonSchema) => {
      const text = JSON.stringify(schema)
      texts.set(text, (texts.get(text) ?? 0) + 1)
      for (const { schema: inner } of schemasWithin(schema)) count(inner)
    }
    for (const { schema } of positionsOf(document)) count(schema)
    const repeated = [...texts].filter(([text, times]) => times > 1 && text.length > longestRepeated)
    expect(repeated.map(([text]) => text)).toEqual([])

    const named = Object.keys(document.components.schemas!)
    expect(named).toEqual(
      expect.arrayContaining(["Provider", "Location", "AppointmentType", "Company", "User", "Appointment"]),
    )
    const unnamed = [...nounRecords(document)].filter(([, record]) => "properties" in record)
    expect(unnamed.map(([name]) => name)).toEqual([])
    const bytes = brotliCompressSync(openApiText()).length
    console.log(`openapi.json: ${bytes} bytes compressed, openapi.repeated ${repeated.length}`)
    expect(bytes).toBeLessThanOrEqual(150_000)
  })

  it("IN-12 opens no description with the end of a sentence, such as: Of the location", () => {
    const found: string[] = []
    const visit = (value: unknown): void => {
      if (value === null || typeof value !== "object") return
      const { description } = value as { description?: unknown }
      if (typeof description === "string" && /^(Of the|Of these)\b/.test(description)) found.push(description)
      for (const inner of Object.values(value)) visit(inner)
    }
    visit(JSON.parse(openApiText()))
    expect(found).toEqual([])
  })

  it("names every mounted operation once", () => {
    expect(operations).toHaveLength(documentedMounts.length)
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(documentedMounts.length)
  })

  it("TR-59 describes a webhook for every type of event, with its schema and an example that fits it", () => {
    expect(Object.keys(document.webhooks)).toEqual([...eventTypes, webhookTest])
    for (const [type, { post }] of Object.entries(document.webhooks)) {
      const { schema, example } = post.requestBody.content["application/json"]!
      const name = String(schema.$ref).split("/").at(-1)!
      const properties = document.components.schemas![name]!.properties as Record<string, { const?: unknown }>
      expect(properties.type!.const).toBe(type)
      expect(eventSchemas[type as keyof typeof eventSchemas].strict().parse(example)).toEqual(example)
      expect(post.summary).toBe(document.components.schemas![name]!.description)
      expect(post.parameters.map((parameter) => parameter.name)).toEqual([
        "webhook-id",
        "webhook-timestamp",
        "webhook-signature",
      ])
    }
  })

  const actors: { list: "x-roles" | "x-user-roles"; actor: Actor & { role: Role } }[] = [
    { list: "x-roles", actor: { kind: "api_key", apiKeyId: 1, role: "admin" } },
    { list: "x-roles", actor: { kind: "api_key", apiKeyId: 1, role: "member" } },
    { list: "x-roles", actor: { kind: "api_key", apiKeyId: 1, role: "agent" } },
    { list: "x-user-roles", actor: { kind: "admin_user", userId: 1, role: "admin" } },
    { list: "x-user-roles", actor: { kind: "admin_user", userId: 1, role: "member" } },
    { list: "x-user-roles", actor: { kind: "admin_user", userId: 1, role: "provider", providerId: 1 } },
  ]

  it.each(actors)("names in $list whether the service lets in $actor.kind $actor.role", ({ list, actor }) => {
    for (const { method, path, operation } of companyMounts) {
      if (operation.open) continue
      const described = operations.find(({ operationId }) => operationId === operation.name)!
      const letsIn = () => permit(operation, { companyId: 1, actor })
      if (described[list].includes(actor.role)) expect(letsIn, `${method} ${path}`).not.toThrow()
      else expect(letsIn, `${method} ${path}`).toThrow(Refusal)
    }
  })

  it("IN-14 gives what is told of an erased customer a form of its own", () => {
    const { CustomerInEvent, ErasedCustomerInEvent } = document.components.schemas!
    expect(Object.keys(ErasedCustomerInEvent!.properties!)).toEqual(["id", "external_ref"])
    expect(Object.keys(CustomerInEvent!.properties!)).toContain("name")
  })

  it("DX-05 names what refuses each operation, its own codes first", () => {
    const refusalsOf = (name: string) =>
      operations.find(({ operationId }) => operationId === name)!["x-refusals"]
    expect(refusalsOf("rotate_manage_link")[0]).toBe("managed_by_request")
    expect(refusalsOf("rotate_manage_link")).toContain("not_found")
    expect(refusalsOf("book_appointment")).toContain("idempotency_key_reused")
    expect(refusalsOf("read_company")).not.toContain("not_found")
    expect(refusalsOf("create_session")).not.toContain("forbidden")
    for (const { operationId } of operations) expect(refusalsOf(operationId)).toContain("internal")
  })

  it("DX-05 names the events that an operation may cause, but for those that the service causes by itself", () => {
    const caused = new Set(operations.flatMap((operation) => operation["x-events"] ?? []))
    expect([...caused].sort()).toEqual(
      eventTypes.filter((type) => type !== "webhook_endpoint.disabled").sort(),
    )
    const booking = operations.find(({ operationId }) => operationId === "book_appointment")!
    expect(booking["x-events"]).toEqual(["appointment.created", "appointment.pending"])
  })

  it("SE-12 has the refusals that a company's agents get with status 200, and no other operation has them", () => {
    const form = { $ref: "#/components/schemas/RefusalWith200" }
    const named = document.components.schemas!
    const resolved = (schema: JsonSchema | undefined) => {
      const name = String(schema?.$ref).split("/").at(-1)!
      return name in named && name !== "RefusalWith200" ? named[name] : schema
    }
    const schemaOf = (operation: OpenApiOperation) =>
      resolved(
        (operation.responses[200]?.content as RequestBody["content"] | undefined)?.["application/json"]
          ?.schema,
      )
    const withThem = operations.filter((operation) =>
      JSON.stringify(schemaOf(operation) ?? {}).includes(form.$ref),
    )
    expect(withThem.map(({ operationId }) => operationId).sort()).toEqual(
      agentTools.map(({ tool }) => `agent_${tool.name}`).sort(),
    )
    for (const operation of withThem) {
      const isMade = "201" in operation.responses
      expect(schemaOf(operation)).toEqual(isMade ? form : { anyOf: [expect.anything(), form] })
    }
    expect(document.components.schemas!.RefusalWith200).toMatchObject({
      required: ["ok", "success", "error"],
    })
  })

  it("says how to repeat a POST, and how a refusal looks", () => {
    for (const mount of companyMounts) {
      const path = `/api/v1${mount.path.replace(/:(\w+)/g, "{$1}")}`
      const operation = document.paths[path]![mount.method.toLowerCase()]!
      expect(operation.responses["4XX"]).toEqual({ $ref: "#/components/responses/Refusal" })
      const repeatable = JSON.stringify(operation.parameters ?? []).includes("IdempotencyKey")
      expect(repeatable).toBe(mount.method === "POST" && !mount.operation.open)
    }
  })
})

describe("GET /openapi.json", () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })
  afterAll(() => service.stop())

  it("needs no key, and is not sent again to who has it", async () => {
    const answer = await service.api("GET", "//openapi.json", undefined, { key: null })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual(JSON.parse(JSON.stringify(document)))
    const etag = answer.headers.get("etag")!
    const again = await service.api("GET", "//openapi.json", undefined, {
      key: null,
      headers: { "if-none-match": etag },
    })
    expect(again.status).toBe(304)
    expect(again.body).toBe("")
  })
})
