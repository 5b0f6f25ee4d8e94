/** The inputs that the console's settings draw their forms from: the schemas of the API without what only documents say. */
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./setup.js"

const DRAWN_FROM = [
  "update_company",
  "add_company_time_off",
  "update_location",
  "update_appointment_type",
  "update_provider",
  "replace_provider_hours",
  "add_time_off",
  "create_resource",
  "create_channel",
  "connect_calendar",
]

/** Fields that have no control of their own in a form. */
const LEFT_OUT = ["if_version", "sign_in", "smtp", "questions", "polygon", "weekly_hours"]

/** The parts of a schema that say how a field is edited. */
const KEPT = [
  "type",
  "const",
  "enum",
  "default",
  "minimum",
  "exclusiveMinimum",
  "maximum",
  "maxLength",
  "minItems",
  "maxItems",
  "required",
]

/** Texts that have a control of their own, by how their pattern begins. */
const FORMATS = { "^\\+[1-9]": "phone", "^#": "color", "^([01]": "clock" }

/** Vite's part, which the tests run too. */
export const formInputs = { name: "form-inputs", buildStart: writeFormInputs }

/** Writes `inputs.generated.ts` from `api/openapi.json`. A file that holds the same already is left alone. */
export function writeFormInputs() {
  const document = JSON.parse(readFileSync(join(root, "api/openapi.json"), "utf8"))
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const inputs = DRAWN_FROM.map((id) => {
    const { requestBody } = operations.find(({ operationId }) => operationId === id)
    return [sdkName(id), trimmed(requestBody.content["application/json"].schema, document.components.schemas)]
  })
  const json = JSON.stringify(Object.fromEntries(inputs), null, 2)
  const text = `// Made by bin/form-inputs.js from openapi.json.\nexport const inputs = ${json} as const\n`
  const path = join(root, "console", "settings", "inputs.generated.ts")
  if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeFileSync(path, text)
}

const sdkName = (id) => id.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())

/** `named` are the document's schemas that others refer to. */
function trimmed(whole, named) {
  const schema = whole.$ref === undefined ? whole : named[whole.$ref.split("/").at(-1)]
  const { properties, items, oneOf, pattern } = schema
  const format = Object.entries(FORMATS).find(([start]) => pattern?.startsWith(start))?.[1] ?? schema.format
  return {
    ...Object.fromEntries(Object.entries(schema).filter(([key]) => KEPT.includes(key))),
    ...(format && { format }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, each]) => [
          name,
          LEFT_OUT.includes(name) ? {} : trimmed(each, named),
        ]),
      ),
    }),
    ...(items && { items: trimmed(items, named) }),
    ...(oneOf && { oneOf: oneOf.map((each) => trimmed(each, named)) }),
  }
}
