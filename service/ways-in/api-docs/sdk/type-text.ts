/** JSON Schema as TypeScript, in the few forms that our own documents use. */
import type { JsonSchema } from "../json-schema.ts"

export type Side = "input" | "output"

/** Throws for a form that it does not know, so that no field becomes `unknown` unnoticed. */
export function typeText(schema: JsonSchema, side: Side, indent = ""): string {
  if (typeof schema.$ref === "string") return nameOf(schema.$ref)
  if ("const" in schema) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(" | ")
  const forms = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (forms) return forms.map((form) => typeText(form, side, indent)).join(" | ")
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => typeText({ ...schema, type }, side, indent)).join(" | ")
  }
  switch (schema.type) {
    case "string":
      return "string"
    case "integer":
    case "number":
      return "number"
    case "boolean":
      return "boolean"
    case "null":
      return "null"
    case "array":
      return arrayText(schema, side, indent)
    case "object":
      return objectText(schema, side, indent)
    case undefined:
      return "unknown"
    default:
      throw new Error(`No TypeScript for ${JSON.stringify(schema)}`)
  }
}

const nameOf = (ref: string) => ref.slice(ref.lastIndexOf("/") + 1)

function arrayText(schema: JsonSchema, side: Side, indent: string): string {
  const parts = schema.prefixItems as JsonSchema[] | undefined
  if (parts) return `[${parts.map((part) => typeText(part, side, indent)).join(", ")}]`
  return `Array<${typeText((schema.items ?? {}) as JsonSchema, side, indent)}>`
}

function objectText(schema: JsonSchema, side: Side, indent: string): string {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
  if (properties.length === 0) {
    const values = schema.additionalProperties
    const isTyped = typeof values === "object" && values !== null
    return `Record<string, ${isTyped ? typeText(values as JsonSchema, side, indent) : "unknown"}>`
  }
  const required = new Set((schema.required ?? []) as string[])
  const fields = properties.map(([name, field]) =>
    fieldText(name, field, { side, isRequired: required.has(name), indent: `${indent}  ` }),
  )
  return `{\n${fields.join("")}${indent}}`
}

interface FieldForm {
  side: Side
  isRequired: boolean
  indent: string
}

/** Inputs that may be left out may be undefined too. */
export function fieldText(name: string, schema: JsonSchema, { side, isRequired, indent }: FieldForm): string {
  const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)
  const type = typeText(schema, side, indent)
  const field = isRequired ? `${key}: ${type}` : `${key}?: ${type}${side === "input" ? " | undefined" : ""}`
  return `${commentText(schema.description, indent)}${indent}${field}\n`
}

export function commentText(text: unknown, indent: string): string {
  if (typeof text !== "string" || text === "") return ""
  return `${indent}/** ${text.replaceAll("*/", "*\\/")} */\n`
}
