/** Requests for one mount of the company API, derived from its own schemas: right ones, and wrong in every way. */
import fc, { type Arbitrary } from "fast-check"
import { z } from "zod"
import type { Mount } from "../../service/ways-in/http/mount.ts"
import { broken } from "./break.ts"
import { nastyBody, nastyHeaders, nastyQuery, nastySegment } from "./nasty.ts"
import { rightFor } from "./right.ts"
import { idFor, type Schema, valueFor } from "./values.ts"
import type { Sending } from "./wire.ts"
import { tableForSegment, type World } from "./world.ts"

const prefix = "/api/v1"
const json = { "content-type": "application/json" }
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWNgWFUOAAHPASKrSehZAAAAAElFTkSuQmCC",
  "base64",
)

/** The parts of a right request to a mount, before anything is broken. */
interface Parts {
  path: Arbitrary<string>
  query: Arbitrary<string>
  body: Arbitrary<unknown> | null
}

export function requestsFor(mount: Mount, world: World): Arbitrary<Sending> {
  const parts = partsFor(mount, world)
  const authorization = authorizationFor(mount, world)
  const forms: { weight: number; arbitrary: Arbitrary<Sending> }[] = [
    { weight: 9, arbitrary: sendingOf(mount, parts, {}) },
    { weight: 2, arbitrary: sendingOf(mount, parts, { headers: nastyHeaders }) },
    { weight: 2, arbitrary: sendingOf(mount, parts, { query: nastyQuery }) },
  ]
  if (mount.path.includes(":")) {
    forms.push({ weight: 2, arbitrary: sendingOf(mount, parts, { path: nastyPath(mount) }) })
  }
  if (mount.method !== "GET")
    forms.push({ weight: 3, arbitrary: sendingOf(mount, parts, { raw: nastyBody }) })
  if (parts.body && !mount.rawBody) {
    forms.push({ weight: 9, arbitrary: sendingOf(mount, { ...parts, body: broken(parts.body) }, {}) })
  }
  return fc.oneof(...forms).map((sending) => ({ ...sending, headers: { authorization, ...sending.headers } }))
}

/** A test company's clock and outbox are nothing to a live one. */
function authorizationFor({ path }: Mount, { service, testKey }: World): string {
  const isTests = path.startsWith("/test-clock") || path.startsWith("/test-outbox")
  return `Bearer ${isTests ? testKey : service.key}`
}

/** The request of `right.ts`, where the mount has one. */
export function rightRequest(mount: Mount, world: World): Sending | null {
  const right = rightFor(mount, world)
  if (!right) return null
  const authorization = authorizationFor(mount, world)
  const path = prefix + (right.path ?? mount.path)
  if (mount.rawBody)
    return { method: mount.method, path, headers: { authorization, "content-type": "image/png" }, body: png }
  return {
    method: mount.method,
    path,
    headers: { authorization, ...(right.body === undefined ? {} : json) },
    ...(right.body === undefined ? {} : { body: JSON.stringify(right.body) }),
  }
}

/** The right request, and others as the schemas have them: most get past them, to what the operation judges itself. */
export function plausibleRequests(mount: Mount, world: World, count: number, seed: number): Sending[] {
  const authorization = authorizationFor(mount, world)
  const right = rightRequest(mount, world)
  const derived = fc.sample(sendingOf(mount, partsFor(mount, world), {}), { numRuns: count, seed })
  return [
    ...(right ? [right] : []),
    ...derived.map((sending) => ({ ...sending, headers: { ...sending.headers, authorization } })),
  ]
}

interface Instead {
  path?: Arbitrary<string>
  query?: Arbitrary<string>
  headers?: Arbitrary<Record<string, string | string[]>>
  raw?: Arbitrary<string | Uint8Array>
}

function sendingOf(mount: Mount, parts: Parts, instead: Instead): Arbitrary<Sending> {
  const whole = fc.record({
    path: instead.path ?? parts.path,
    query: instead.query ?? parts.query,
    body: instead.raw ?? bodyOf(mount, parts),
    headers: instead.headers ?? fc.constant({}),
  })
  return whole.map(({ path, query, body, headers }) => ({
    method: mount.method,
    path: prefix + path + (query === "" ? "" : `?${query}`),
    headers: {
      ...(body === undefined ? {} : mount.rawBody ? { "content-type": "image/png" } : json),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  }))
}

function bodyOf(mount: Mount, { body }: Parts): Arbitrary<string | Uint8Array | undefined> {
  if (mount.rawBody) return fc.oneof(fc.constant(png), fc.uint8Array({ minLength: 1, maxLength: 64 }))
  if (body === null) return fc.constant(undefined)
  return body.map((value) => (value === undefined ? undefined : JSON.stringify(value)))
}

function partsFor(mount: Mount, world: World): Parts {
  const { query, body } = mount.operation
  const right = rightFor(mount, world)
  const orRight = <T>(value: T | undefined, derived: Arbitrary<T>) =>
    value === undefined ? derived : fc.oneof(derived, fc.constant(value))
  return {
    path: orRight(right?.path, pathFor(mount, world)),
    query: query ? queryFor(schemaOf(query), world) : fc.constant(""),
    body: body && !mount.rawBody ? orRight(right?.body, valueFor(schemaOf(body), "body", world)) : null,
  }
}

export const schemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema

/** `/customers/:id/contacts/:contactId` with ids that belong together. */
function pathFor({ path }: Mount, world: World): Arbitrary<string> {
  const [, first = "", , second = "", third] = path.split("/")
  const single = idFor(tableForSegment(first) ?? first, world)
  if (!third) return single.map((id) => path.replace(/:\w+/, String(id)))
  return fc.tuple(fc.nat(), single).map(([n, id]) => {
    const pairs = world.pairsOf(second)
    const [owner, owned] = pairs[n % Math.max(pairs.length, 1)] ?? [id, 404_404]
    return path.replace(/:\w+/, String(owner)).replace(/:\w+/, String(owned))
  })
}

const nastyPath = ({ path }: Mount): Arbitrary<string> =>
  nastySegment.map((segment) => encodeURI(path.replaceAll(/:\w+/g, () => segment)).replaceAll("%25", "%"))

function queryFor(schema: Schema, world: World): Arbitrary<string> {
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, property]) =>
      [name, name === "cursor" ? fc.constant(undefined) : valueFor(property, name, world)] as const,
  )
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] }).map((query) => {
    const sent = Object.entries(query).filter(([, value]) => value !== undefined)
    return new URLSearchParams(sent.map(([name, value]) => [name, String(value)])).toString()
  })
}
