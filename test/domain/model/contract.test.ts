import { describe, expect, it } from "vitest"
import { surfaceOf } from "../../../domain/model/api-surface.ts"
import { breaksOf } from "../../../domain/model/contract.ts"
import { documentOf } from "../../../domain/model/surface-document.ts"

const body = {
  type: "object",
  properties: { name: { type: "string" }, kind: { type: "string", enum: ["a", "b"] } },
  required: ["name"],
}
const thing = {
  type: "object",
  properties: {
    id: { type: "integer" },
    state: { type: "string", enum: ["on", "off"] },
    version: { type: "integer", const: 1 },
    at: { type: "string", format: "date-time" },
    place: { anyOf: [{ type: "object", properties: { city: { type: "string" } } }, { type: "integer" }] },
  },
  required: ["id", "state"],
}
const key = { name: "Key", required: false, schema: { type: "string" } }
const answer = {
  type: "object",
  properties: { data: { type: "array", items: { $ref: "#/components/schemas/Thing" } } },
  required: ["data"],
}

/** The same parts are reached by name, so that a change can be written where it happens. */
function contract() {
  const parts = structuredClone({ body, thing, key, answer })
  const operation = {
    parameters: [
      { name: "id", required: true, schema: { type: "integer" } },
      { $ref: "#/components/parameters/Key" },
    ],
    requestBody: { required: true, content: { "application/json": { schema: parts.body } } },
    responses: { 200: { content: { "application/json": { schema: parts.answer } } } },
  }
  const paths = { "/things/{id}": { put: operation } }
  const components = { parameters: { Key: parts.key }, schemas: { Thing: parts.thing } }
  return { ...parts, operation, paths, document: { paths, components } }
}
type Contract = ReturnType<typeof contract>

function broken(change: (copy: Contract) => unknown): string[] {
  const copy = contract()
  change(copy)
  const found = breaksOf(contract().document, copy.document)
  // The surface that is kept of a past version refuses what its document would.
  expect(breaksOf(documentOf(surfaceOf(contract().document)), copy.document)).toEqual(found)
  return found
}
const drop = (from: object, name: string) => Reflect.deleteProperty(from, name)

const breaking: [string, (copy: Contract) => unknown, RegExp][] = [
  ["a path goes", ({ paths }) => drop(paths, "/things/{id}"), /PUT \/things\/\{id\} is gone/],
  ["a method goes", ({ paths }) => drop(paths["/things/{id}"], "put"), /is gone/],
  ["a field of an answer goes", ({ thing }) => drop(thing.properties, "id"), /200\.data\[\]\.id is gone/],
  [
    "a field inside a form goes",
    ({ thing }) => drop(thing.properties.place.anyOf[0]!.properties!, "city"),
    /place\(1\)\.city is gone/,
  ],
  ["a form goes", ({ thing }) => thing.properties.place.anyOf.pop(), /place lost its form 2/],
  ["an answer's field may be missing", ({ thing }) => thing.required.pop(), /state may now be missing/],
  [
    "an answer's field may be null",
    ({ thing }) => Object.assign(thing.properties.id, { type: ["integer", "null"] }),
    /id may now be null/,
  ],
  ["an answer's value goes", ({ thing }) => thing.properties.state.enum.pop(), /state lost the value off/],
  [
    "an answer's field takes other forms",
    ({ thing }) =>
      Object.assign(thing.properties, { id: { anyOf: [{ type: "integer" }, { type: "null" }] } }),
    /id is no longer integer/,
  ],
  [
    "an answer's fixed value changes",
    ({ thing }) => Object.assign(thing.properties.version, { const: 2 }),
    /version is no longer 1/,
  ],
  [
    "an answer's format changes",
    ({ thing }) => Object.assign(thing.properties.at, { format: "date" }),
    /at is no longer date-time/,
  ],
  ["an answer's status goes", ({ operation }) => drop(operation.responses, "200"), /no longer answers 200/],
  ["an input's value goes", ({ body }) => body.properties.kind.enum.pop(), /kind lost the value b/],
  ["an input's field goes", ({ body }) => drop(body.properties, "kind"), /body\.kind is gone/],
  ["an input's field must be sent", ({ body }) => body.required.push("kind"), /body\.kind is now needed/],
  [
    "an input's type goes",
    ({ body }) => Object.assign(body.properties.name, { type: "integer" }),
    /name no longer takes string/,
  ],
  ["a parameter goes", ({ operation }) => operation.parameters.pop(), /no longer takes Key/],
  ["a parameter must be sent", ({ key }) => Object.assign(key, { required: true }), /now needs Key/],
  [
    "a body's form goes",
    ({ operation }) => drop(operation.requestBody.content, "application/json"),
    /no longer takes application\/json/,
  ],
]

describe("the surface of a version", () => {
  it("HS-08 has a line for each field, and is read back as a document of that surface", () => {
    const surface = surfaceOf(contract().document)
    expect(surface.split("\n")).toEqual(
      expect.arrayContaining([
        "PUT /things/{id} | . | body | required",
        "PUT /things/{id} body application/json | .name | string | required",
        'Thing | .state | string | required | values ["on","off"]',
        "Thing | .version | integer | always 1",
        "Thing | .place(anyOf 1).city | string",
      ]),
    )
    expect(surfaceOf(documentOf(surface))).toBe(surface)
    expect(() => documentOf("Thing | state? | string")).toThrow("No field of a surface: state?")
  })
})

describe("a contract within its version", () => {
  it("may stay, and may grow", () => {
    expect(broken(() => {})).toEqual([])
    const grown = broken(({ paths, operation, body, thing }) => {
      Object.assign(paths, { "/more": { get: { responses: {} } } })
      Object.assign(operation.responses, { "4XX": {} })
      Object.assign(body.properties, { color: { type: "string" } })
      body.properties.kind.enum.push("c")
      Object.assign(thing.properties, { color: { type: "string" } })
      thing.properties.state.enum.push("broken")
    })
    expect(grown).toEqual([])
  })

  for (const [what, change, telling] of breaking) {
    it(`HS-08 is broken when ${what}`, () => {
      const found = broken(change)
      expect(found).toHaveLength(1)
      expect(found[0]).toMatch(telling)
    })
  }
})
