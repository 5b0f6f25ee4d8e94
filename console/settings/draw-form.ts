/**
 * Draws the forms of the settings from the inputs of the company API. A layout names a form's fields in their order, and says
 * of each only what its schema does not: how many lines a text has, the unit of an amount, whose records are picked.
 */
import type { Control, Fields, FormName, InputOf, LabelSection, Picked, Unit } from "./controls.ts"
import { inputs } from "./inputs.generated.ts"

/** A schema of the API, as far as it says how a field is edited. */
export interface InputSchema {
  type?: string | readonly string[]
  const?: string
  enum?: readonly (string | number)[]
  format?: string
  default?: unknown
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  required?: readonly string[]
  properties?: Readonly<Record<string, InputSchema>>
  items?: InputSchema
  oneOf?: readonly InputSchema[]
}

/** The facts about a field that its schema lacks; the controls say what each means. */
interface Told {
  control?: "minutes" | "kept" | "week" | "questions" | "json"
  of?: Picked
  unit?: Unit
  words?: LabelSection
  lines?: number
  example?: string
  suggests?: "groups"
  standsFor?: string
  usually?: true
  isSecret?: true
  isPlain?: true
  isQuiet?: true
}
interface Hint extends Told {
  fields?: Layout
  row?: Layout
  cases?: Readonly<Record<string, Layout>>
}
type Layout = Readonly<Record<string, Hint>>

/** Fields of an input by their names in the API, also those of its objects and rows. Of several kinds, those of each. */
type LayoutOf<Input> = { readonly [Name in KeyOf<Input>]?: HintFor<NonNullable<ValueAt<Input, Name>>> }
type KeyOf<Input> = Input extends unknown ? keyof Input : never
type ValueAt<Input, Name> = Input extends unknown ? (Name extends keyof Input ? Input[Name] : never) : never
type HintFor<Value> = Told & {
  fields?: LayoutOf<Value>
  row?: Value extends readonly (infer Row)[] ? LayoutOf<Row> : never
  cases?: Value extends { kind: infer Kind extends string } ? { [Each in Kind]: LayoutOf<Value> } : never
}

interface Drawing<Name extends FormName> {
  form: Name
  /** The one of an input's kinds. */
  kind?: string
}
type Drawn<Name extends FormName, Sections> = {
  name: Name
  sections: { readonly [Section in keyof Sections]: { readonly [Field in keyof Sections[Section]]: Control } }
}

/** Draws a form by the input of an operation, as the SDK names it. */
export function drawForm<
  Operation extends keyof typeof inputs,
  Name extends FormName,
  const Sections extends Readonly<Record<string, LayoutOf<InputOf<Operation>>>>,
>(operation: Operation, { form, kind }: Drawing<Name>, sections: Sections): Drawn<Name, Sections> {
  const input: InputSchema = inputs[operation]
  const schema = kind ? input.oneOf!.find(({ properties }) => properties!.kind!.const === kind)! : input
  const drawn = Object.entries(sections).map(([section, layout]) => [
    section,
    drawFields(schema, layout as Layout),
  ])
  return { name: form, sections: Object.fromEntries(drawn) }
}

function drawFields({ properties = {}, required }: InputSchema, layout: Layout = {}): Fields {
  const controls = Object.entries(layout).map(([name, hint]): [string, Control] => {
    const schema = properties[name]
    if (!schema) throw new Error(`The API has no field ${name} here`)
    const mayLack = required !== undefined && !required.includes(name)
    return [name, drawControl(name, schema, hint, mayLack)]
  })
  return Object.fromEntries(controls)
}

/** `mayLack`: the field may be left out of a new object. */
function drawControl(name: string, schema: InputSchema, hint: Hint, mayLack: boolean): Control {
  const { control, row, cases, fields, of, ...rest } = hint
  const types = [schema.type].flat()
  const isNullable = types.includes("null")
  if (control && control !== "minutes") return { ...rest, control } as Control
  if (schema.oneOf) return { ...rest, control: "variant", cases: drawCases(schema.oneOf, cases) } as Control
  if (types.includes("boolean"))
    return { ...rest, control: "switch", ...(schema.default === true && { usually: true }) }
  if (types.includes("object"))
    return {
      ...rest,
      control: "group",
      fields: drawFields(schema, fields),
      ...(isNullable && { nullable: true }),
    } as Control
  if (types.includes("array")) return drawList(schema, hint, isNullable)
  const empty = isNullable
    ? ({ whenEmpty: "null" } as const)
    : mayLack
      ? ({ whenEmpty: "omit" } as const)
      : {}
  if (types.includes("string")) return drawText(name, schema, rest, empty)
  if (of) return { control: "pick", of }
  return drawNumber(name, schema, hint, empty)
}

const drawCases = (kinds: readonly InputSchema[], cases: Hint["cases"]) =>
  Object.fromEntries(
    kinds.map((kind) => {
      const name = kind.properties!.kind!.const!
      return [name, drawFields(kind, cases?.[name])]
    }),
  )

function drawList(schema: InputSchema, { row, of, ...hint }: Hint, isNullable: boolean): Control {
  if (of) return { control: "picks", of, ...(isNullable && { nullIsAll: true }) }
  const { isPlain, standsFor, words, ...one } = hint
  const items = schema.items!
  if (items.type === "string") return { control: "lines", example: hint.example! }
  const fields = isPlain ? { value: drawControl("value", items, one, false) } : drawFields(items, row)
  const { minItems: fewest = 0, maxItems: most = Number.POSITIVE_INFINITY } = schema
  return {
    ...{ control: "rows", row: fields, fewest, most },
    ...(isPlain && { isPlain }),
    ...(words && { words }),
    ...(standsFor && { standsFor }),
  }
}

type Empty = { whenEmpty?: "null" | "omit" }

/** Formats whose text has a control of its own. */
const native = { date: "date", "date-time": "moment", clock: "clock", color: "color" } as const

function drawText(name: string, schema: InputSchema, told: Told, empty: Empty): Control {
  const { format = "text", maxLength } = schema
  if (schema.enum) return { control: "choice", values: schema.enum as readonly string[] }
  if (name === "timezone") return { control: "zone", ...empty }
  if (format === "phone") return { control: "phone", ...empty }
  if (format in native) return { control: native[format as keyof typeof native] }
  return { ...told, control: "text", max: maxLength!, ...empty } as Control
}

function drawNumber(name: string, schema: InputSchema, { control, unit }: Hint, empty: Empty): Control {
  const listed = (schema.enum ?? []) as readonly number[]
  const min = schema.minimum ?? schema.exclusiveMinimum ?? Math.min(...listed)
  const max = schema.maximum ?? Math.max(...listed)
  if (unit === undefined) {
    if (control !== "minutes" && !name.endsWith("minutes")) throw new Error(`${name} has no unit`)
    return { control: "minutes", min, max }
  }
  const usually = schema.default as number | undefined
  return {
    ...{ control: "number", min, max, unit },
    ...([schema.type].flat().includes("number") && { isFraction: true }),
    ...(usually === undefined ? empty : { usually }),
  }
}
