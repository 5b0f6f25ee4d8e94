/** Every text of every input is judged by its length before anything else reads it. */
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { conversationInit } from "../../../domain/model/agent/session.ts"
import { bounded, clock, date, email, instant, phone, rewritten } from "../../../domain/model/fields.ts"
import { providerSignInInput, signInInput } from "../../../domain/model/sign-in.ts"
import { agentTools } from "../../../service/ways-in/agent-api/tools.ts"
import { companyMounts } from "../../../service/ways-in/company-api/mounts.ts"
import * as publicPageInputs from "../../../service/ways-in/public-page/inputs.ts"
import { charactersLookedAt } from "../../support/characters-looked-at.ts"
import { readSources } from "../../support/source-files.ts"

type Inner = z.core.$ZodTypeDef & Record<string, unknown>

/** The paths of texts and lists in a schema that are read before their length is judged. */
function unbounded(schema: z.core.$ZodType, path = ""): string[] {
  const def = schema._zod.def as unknown as Inner
  switch (def.type) {
    case "string":
      return isCut(def) ? [] : [path]
    case "array":
      return [...(hasMost(def) ? [] : [`${path}[]`]), ...unbounded(def.element as z.ZodType, `${path}[]`)]
    case "object":
      return Object.entries(def.shape as Record<string, z.ZodType>).flatMap(([name, inner]) =>
        unbounded(inner, `${path}.${name}`),
      )
    // As many entries as the body holds; each key and value has its own bound.
    case "record":
      return [
        ...unbounded(def.keyType as z.ZodType, `${path} key`),
        ...unbounded(def.valueType as z.ZodType, `${path} value`),
      ]
    case "union":
      return (def.options as z.ZodType[]).flatMap((inner, index) => unbounded(inner, `${path}(${index})`))
    case "tuple":
      return (def.items as z.ZodType[]).flatMap((inner, index) => unbounded(inner, `${path}[${index}]`))
    case "pipe":
      return ofPipe(def.in as z.ZodType, def.out as z.ZodType, path)
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "readonly":
      return unbounded(def.innerType as z.ZodType, path)
    case "int":
    case "number":
    case "boolean":
    case "enum":
    case "literal":
    case "unknown":
    case "file":
    case "custom":
      return []
    default:
      return [`${path}: a ${def.type} is not known here`]
  }
}

/** The schema behind a transformation reads texts that came through its own; before a schema it must leave long texts alone. */
function ofPipe(first: z.ZodType, second: z.ZodType, path: string): string[] {
  const def = first._zod.def as unknown as Inner
  if (def.type !== "transform") return unbounded(first, path)
  const long = "1".repeat(100_000)
  const transform = def.transform as (value: unknown, payload: unknown) => unknown
  return [...(transform(long, {}) === long ? [] : [path]), ...unbounded(second, path)]
}

interface Check {
  check: string
  abort?: boolean
}
const checksOf = (def: Inner) =>
  ((def.checks ?? []) as z.core.$ZodCheck[]).map((each) => each._zod.def as Check)
const isCut = (def: Inner) => checksOf(def)[0]?.check === "max_length" && checksOf(def)[0]?.abort === true
const hasMost = (def: Inner) => checksOf(def).some(({ check }) => check === "max_length")

/** A text with a check, or rewritten before its check. Texts of answers have neither. */
const unboundedText = /z\s*\.string\(\{|z\s*\.string\(\)\s*\.(?!meta|nullable|optional)|z\s*\.preprocess\(/
const behindAnother = ".pipe(z.string().regex("

const inputs: [string, z.ZodType][] = [
  ...companyMounts.flatMap(({ method, path, operation }) =>
    (["params", "query", "headers", "body"] as const).flatMap((part): [string, z.ZodType][] =>
      operation[part] ? [[`${method} ${path} ${part}`, operation[part]]] : [],
    ),
  ),
  ...agentTools.map(({ tool }): [string, z.ZodType] => [`agent ${tool.name}`, tool.input]),
  ...Object.entries(publicPageInputs).map(([name, schema]): [string, z.ZodType] => [name, schema]),
  ["conversation-init", conversationInit],
  ["console session", signInInput],
  ["console provider", providerSignInInput],
]

describe("a text of an input", () => {
  it("SE-01 is judged by its length first, in every operation and every tool", () => {
    expect(inputs.length).toBeGreaterThan(150)
    expect(inputs.flatMap(([name, schema]) => unbounded(schema).map((path) => `${name} ${path}`))).toEqual([])
  })

  it("SE-01 is told from one that a pattern reads first", () => {
    const shape = z.strictObject({
      late: z.string().regex(/x/).max(10, { abort: true }),
      weak: z.string().max(10),
      rewritten: z.preprocess((value) => String(value).trim().slice(1), bounded(10, "short")),
      lists: z.array(bounded(10, "short")),
      right: rewritten(10, (text) => text.trim(), bounded(10, "short")).optional(),
    })
    expect(unbounded(shape)).toEqual([".late", ".weak", ".rewritten", ".lists[]"])
  })

  it("SE-01 begins with its bound in every schema: nothing but `bounded` makes one, and nothing but `rewritten` goes before", () => {
    const sources = readSources(["domain/model", "service"])
    const loose = sources.filter(
      ({ path, code }) =>
        path !== "domain/model/fields.ts" && unboundedText.test(code.replaceAll(behindAnother, "")),
    )
    expect(loose.map(({ path }) => path)).toEqual([])
  })
})

const hostile = {
  "an email of domains without end": [email, `a@${"a.".repeat(120_000)}@`],
  "a date of digits": [date, "1".repeat(240_000)],
  "a time of T": [instant, "T".repeat(240_000)],
  "a clock of colons": [clock, ":".repeat(240_000)],
  "a number of pluses": [phone, `+${"1".repeat(240_000)}x`],
} as const

it.each(Object.entries(hostile))("SE-01 %s is refused after one look", (_what, [schema, text]) => {
  const lookedAt = charactersLookedAt(() => expect(schema.safeParse(text).success).toBe(false))
  expect(lookedAt).toBeLessThan(1.1 * text.length)
})
