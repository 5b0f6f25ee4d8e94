/** Every setting of the API has its place in the console: the forms of the settings against the OpenAPI document. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { screens } from "../../console/screens.ts"
import type { Control, Fields, LabelSection } from "../../console/settings/controls.ts"
import { drawForm } from "../../console/settings/draw-form.ts"
import { changesOf, toEdit, toInput } from "../../console/settings/edit-values.ts"
import { type CalendarKind, calendarForms } from "../../console/settings/forms/calendar.ts"
import {
  beginnings,
  linkOf,
  sectionsOf,
  type Topic,
  type TopicName,
  topics,
  elsewhere as topicsElsewhere,
} from "../../console/settings/topics.ts"
import { readWords } from "../../console/words/words.ts"
import { dereferenced } from "../support/dereferenced.ts"
import { readSources, root } from "../support/source-files.ts"
import { drawn } from "../support/trials.ts"

const en = await readWords("en")

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
  oneOf?: Schema[]
  [key: string]: unknown
}
interface Operation {
  operationId: string
  requestBody?: { content: Record<string, { schema: Schema }> }
}

const document: ReturnType<typeof JSON.parse> = dereferenced(
  JSON.parse(readFileSync(join(root, "api/openapi.json"), "utf8")),
)
const operations = (Object.entries(document.paths) as [string, Record<string, Operation>][]).flatMap(
  ([path, methods]) =>
    Object.values(methods)
      .filter(({ requestBody }) => requestBody)
      .map((operation) => ({ ...operation, noun: path.split("/")[3]! })),
)
const inputOf = (id: string): Schema =>
  Object.values(operations.find(({ operationId }) => operationId === id)!.requestBody!.content)[0]!.schema

/** Operations whose inputs are set in forms of the settings, and the topics of these. */
const inForms: Record<string, readonly TopicName[]> = {
  update_company: ["company", "brand", "page", "texts", "travel", "agent"],
  create_location: ["locations"],
  update_location: ["locations"],
  create_appointment_type: ["types"],
  update_appointment_type: ["types"],
  create_provider: ["providers", "hours"],
  update_provider: ["providers"],
  replace_provider_hours: ["hours"],
  add_time_off: ["timeOff"],
  create_resource: ["resources"],
  update_resource: ["resources"],
  add_resource_time_off: ["timeOff"],
  add_company_time_off: ["closed"],
  connect_calendar: ["calendars"],
  create_channel: ["channels"],
}

/** Fields of these without a control in a form, and why. */
const exceptions: Record<string, string> = {
  "create_location address.latitude": "the location's own latitude is the same point",
  "create_location address.longitude": "the location's own longitude is the same point",
  "update_location address.latitude": "the location's own latitude is the same point",
  "update_location address.longitude": "the location's own longitude is the same point",
  "create_resource kind": "chosen once, when it is made",
  "create_resource location_id": "chosen once, when it is made",
  "update_company mail.from": "beside the form, with the domains that prove it",
  "update_company mail.smtp.host": "beside the form, with the domains that prove it",
  "update_company mail.smtp.port": "beside the form, with the domains that prove it",
  "update_company mail.smtp.username": "beside the form, with the domains that prove it",
  "update_company mail.smtp.password": "beside the form, with the domains that prove it",
  "update_company agent.retell.api_key": "with the agents' platforms, beside the address that it opens",
  "connect_calendar kind": "chosen by buttons above the form, which is another for each kind",
}

/** A part of such an input that another part of the console sets. */
const partElsewhere = {
  input: "update_company",
  field: "sign_in",
  screen: "/people/sign-in",
  folder: "people",
}

/** Settings of other parts of the console: the screen, and the folder whose code names every field. */
const elsewhere: Record<string, { screen: string; folder: string }> = {
  create_mail_domain: { screen: "/settings/:part", folder: "settings" },
  upload_logo: { screen: "/settings/:part", folder: "settings" },
  upload_type_image: { screen: "/settings/types/:id", folder: "settings" },
  upload_provider_image: { screen: "/settings/providers/:id", folder: "settings" },
  create_calendar_feed: { screen: "/settings/providers/:id/calendars", folder: "settings" },
  create_api_key: { screen: "/developers/keys", folder: "developers" },
  create_webhook_endpoint: { screen: "/developers", folder: "developers" },
  update_webhook_endpoint: { screen: "/developers", folder: "developers" },
  create_outreach_plan: { screen: "/messages/plans", folder: "messages" },
  update_outreach_plan: { screen: "/messages/plans", folder: "messages" },
  create_user: { screen: "/people", folder: "people" },
  update_user: { screen: "/people", folder: "people" },
  create_reset_link: { screen: "/people", folder: "people" },
  change_own_password: { screen: "/you", folder: "you" },
  begin_second_factor: { screen: "/you", folder: "you" },
  confirm_second_factor: { screen: "/you", folder: "you" },
  remove_second_factor: { screen: "/you", folder: "you" },
}

/** Daily work, by the first word of its path: none of it sets something up. */
const dailyWork = [
  "agent",
  "appointments",
  "board",
  "callbacks",
  "class-sessions",
  "customers",
  "disruptions",
  "files",
  "holds",
  "imports",
  "inbox",
  "password-resets",
  "plans",
  "scheduling-requests",
  "series",
  "sessions",
  "slots",
  "test-clock",
  "waiting-entries",
  "waiting-list",
  "visitor",
]
/** Others that set nothing up: they ask, try out or send again. */
const others = /^(preview|check|recover|renew)_/

/** The leaves of an input, as `quiet_hours.start`; of a list those of its rows. */
function leavesOf(schema: Schema, path = ""): Map<string, Schema> {
  const parts = schema.oneOf ?? [schema]
  const inside = parts.flatMap((part) => [
    ...Object.entries(part.properties ?? {}).flatMap(([name, each]) => [
      ...leavesOf(each, path === "" ? name : `${path}.${name}`),
    ]),
    ...(part.items?.properties ? [...leavesOf(part.items, path)] : []),
  ])
  return new Map(inside.length === 0 ? [[path, schema]] : inside)
}

interface Edited {
  path: string
  control: Control
  /** A field of the API that the control stands for, or holds as a whole. */
  isWhole: boolean
}

function editedBy(fields: Fields, before = ""): Edited[] {
  return Object.entries(fields).flatMap(([name, control]) => {
    const path = before + name
    const whole = { path, control, isWhole: true }
    switch (control.control) {
      case "group":
        return [...editedBy(control.fields, `${path}.`)]
      case "variant":
        return [
          { path: `${path}.kind`, control, isWhole: false },
          ...Object.values(control.cases).flatMap((each) => editedBy(each, `${path}.`)),
        ]
      case "rows": {
        const standsFor = control.standsFor ? [{ ...whole, path: before + control.standsFor }] : []
        return [
          ...standsFor,
          ...(control.isPlain ? [{ ...whole, isWhole: false }] : editedBy(control.row, `${path}.`)),
        ]
      }
      case "json":
      case "week":
      case "questions":
        return [whole]
      default:
        return [{ path, control, isWhole: false }]
    }
  })
}

const shownAt = (shown: readonly Topic[]): Edited[] =>
  shown.flatMap((topic) => sectionsOf(topic).flatMap((section) => editedBy(topic.form.sections[section]!)))

const shownIn = (names: readonly TopicName[]) => shownAt(topics.filter(({ name }) => names.includes(name)))

const topicOf = (name: TopicName): Topic => topics.find((topic) => topic.name === name)!

const covers = ({ path, isWhole }: Edited, leaf: string) =>
  leaf === path || (isWhole && leaf.startsWith(`${path}.`))

/** Other systems' data on a record, by the API alone: staff have no words for it. */
const keptByOthers = ["external_ref", "metadata"]

/** Leaves of an operation's input that no control edits. */
function withoutControl(id: string, input: Schema): string[] {
  const edited = shownIn(inForms[id]!)
  // The version is the form's own: it comes with the record and goes back with each save.
  const set = [...leavesOf(input).keys()].filter((leaf) => ![...keptByOthers, "if_version"].includes(leaf))
  return set.filter((leaf) => !edited.some((each) => covers(each, leaf)))
}

describe("the settings of the console", () => {
  it("CN-10 know every operation of the company API that takes an input", () => {
    const ids = operations
      .filter(({ noun, operationId }) => !dailyWork.includes(noun) && !others.test(operationId))
      .map(({ operationId }) => operationId)
    const known = [...Object.keys(inForms), ...Object.keys(elsewhere)]
    expect(ids.filter((id) => !known.includes(id))).toEqual([])
    expect(known.filter((id) => !ids.includes(id))).toEqual([])
    expect(known.filter((id, at) => known.indexOf(id) !== at)).toEqual([])
  })

  it("CN-10 have a control for each field of each input that sets something up", () => {
    const missing = Object.keys(inForms)
      .flatMap((id) => withoutControl(id, inputOf(id)).map((leaf) => `${id} ${leaf}`))
      .filter((leaf) => !leaf.startsWith(`${partElsewhere.input} ${partElsewhere.field}.`))
    expect(missing.sort()).toEqual(Object.keys(exceptions).sort())
    expect(Object.keys(inForms).flatMap((id) => [...leavesOf(inputOf(id)).keys()]).length).toBeGreaterThan(
      100,
    )
  })

  it("CN-10 lack a control as soon as the API gets another field, at the top, in an object, in a row or in a kind", () => {
    const grown = (path: string, id: string) => {
      const input = structuredClone(inputOf(id))
      const names = path.split(".")
      const at = names.reduce<Schema>((schema, name) => {
        const next = schema.properties![name]!
        return next.oneOf?.at(-1) ?? (next.items?.properties ? next.items : next)
      }, input)
      at.properties!.brand_new = { type: "string" }
      return withoutControl(id, input)
    }
    expect(
      withoutControl("update_provider", { ...inputOf("update_provider"), properties: { brand_new: {} } }),
    ).toEqual(["brand_new"])
    expect(grown("quiet_hours", "update_company")).toContain("quiet_hours.brand_new")
    expect(grown("duration_options", "update_appointment_type")).toEqual(["duration_options.brand_new"])
    expect(grown("date_overrides.intervals", "replace_provider_hours")).toEqual([
      "date_overrides.intervals.brand_new",
    ])
    expect(grown("service_area", "update_location")).toContain("service_area.brand_new")
  })

  it("CN-10 HO-05 draw each field by the API's own schema, within its bounds", () => {
    const wrong = Object.entries(inForms).flatMap(([id, names]) =>
      // Each kind of calendar has a form of its own.
      (inputOf(id).oneOf ?? [inputOf(id)]).flatMap((input) => {
        const kind = input.properties!.kind?.const as CalendarKind | undefined
        const edited = kind
          ? shownAt([{ ...topicOf("calendars"), form: calendarForms[kind] }])
          : shownIn(names)
        return [...leavesOf(input)].flatMap(([leaf, schema]) => {
          const own = edited.find(({ path }) => path === leaf)
          return own && !own.isWhole
            ? differences(own.control, schema).map((each) => `${id} ${leaf}: ${each}`)
            : []
        })
      }),
    )
    expect(wrong).toEqual([])
  })

  it("HO-05 are not drawn where the API has no such field, nor an amount without its unit", () => {
    const draw = (fields: object) => () =>
      drawForm("updateCompany", { form: "company" }, { identity: fields } as never)
    expect(draw({ nickname: {} })).toThrow("The API has no field nickname here")
    expect(draw({ public_daily_code_cap: {} })).toThrow("public_daily_code_cap has no unit")
    expect(draw({ travel: { words: "travel", fields: { speed_mph: {} } } })).toThrow("speed_mph")
  })

  it("CN-10 stand on screens that exist, those of other parts too, which name each field", () => {
    const paths = screens.map(({ path }) => path)
    const screenOf = (path: string) => (paths.includes(path) ? path : path.replace(/[^/]+$/, ":part"))
    const parts = topics.map(({ path }) => screenOf(path))
    const linked = [
      "/settings/areas",
      ...beginnings.map(linkOf),
      ...Object.values(topicsElsewhere).map(({ path }) => screenOf(path)),
    ]
    expect([...parts, ...linked].filter((path) => !paths.includes(path))).toEqual([])
    const inputs = Object.entries(elsewhere).map(([id, where]) => ({ id, ...where, schema: inputOf(id) }))
    const { input, field, ...where } = partElsewhere
    const part = inputOf(input).properties![field]!
    const missing = [...inputs, { id: `${input} ${field}`, ...where, schema: part }].flatMap(
      ({ id, screen, folder, schema }) => {
        const code = readSources([`console/${folder}`])
          .map((source) => source.code)
          .join("\n")
        const names = [...leavesOf(schema).keys()].flatMap((leaf) => leaf.split(".").at(-1)!)
        return [
          ...(paths.includes(screen) ? [] : [`${id}: no screen ${screen}`]),
          ...names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code)).map((name) => `${id} ${name}`),
        ]
      },
    )
    expect(missing).toEqual([])
  })

  it("CN-10 have words for each control and no others", () => {
    const used = new Map<string, Set<string>>()
    const take = (section: LabelSection, fields: Fields): void => {
      for (const [name, control] of Object.entries(fields)) {
        if (control.control === "kept") continue
        used.set(section, (used.get(section) ?? new Set()).add(name))
        if (control.control === "group") take(control.words, control.fields)
        if (control.control === "rows" && control.words) take(control.words, control.row)
        if (control.control === "variant")
          for (const each of Object.values(control.cases)) take(control.words, each)
      }
    }
    for (const { form } of topics) for (const fields of Object.values(form.sections)) take(form.name, fields)
    used.get("calendar")!.add("kind")
    used.get("resource")!.add("kind").add("location_id")
    const names = (texts: object) =>
      Object.entries(texts).map(([section, each]) => [section, Object.keys(each).sort()])
    expect(Object.fromEntries(names(en.settings.labels))).toEqual(
      Object.fromEntries([...used].map(([section, each]) => [section, [...each].sort()])),
    )
    const hints = Object.entries(en.settings.hints).flatMap(([section, each]) =>
      Object.keys(each).filter((name) => !used.get(section)?.has(name)),
    )
    expect(hints).toEqual([])
  })
})

/** The fields whose control is narrower or wider than they are. */
function differences(control: Control, schema: Schema): string[] {
  const { minimum, exclusiveMinimum, maximum, maxLength, minItems, maxItems, enum: values, type } = schema
  const pairs: [string, unknown, unknown][] = []
  if (control.control === "text") pairs.push(["maxLength", control.max, maxLength ?? control.max])
  if (control.control === "number" || control.control === "minutes") {
    const own = (schema.items ?? schema) as Schema
    const listed = (values ?? []) as number[]
    const [least, most] = listed.length > 0 ? [Math.min(...listed), Math.max(...listed)] : []
    pairs.push([
      "minimum",
      control.min,
      own === schema ? (minimum ?? exclusiveMinimum ?? least) : own.minimum,
    ])
    pairs.push(["maximum", control.max, own === schema ? (maximum ?? most) : own.maximum])
  }
  if (control.control === "rows") {
    pairs.push(["minItems", control.fewest, minItems ?? 0], ["maxItems", control.most, maxItems])
    if (control.isPlain)
      pairs.push(
        ...differences(control.row.value!, schema.items!).map((each): [string, unknown, unknown] => [
          each,
          0,
          1,
        ]),
      )
  }
  if (control.control === "choice")
    pairs.push(["enum", [...control.values].sort(), [...(values as string[])].sort()])
  if ("whenEmpty" in control || control.control === "number" || control.control === "text")
    pairs.push([
      "null",
      (control as { whenEmpty?: string }).whenEmpty === "null",
      [type].flat().includes("null"),
    ])
  return pairs
    .filter(([, own, other]) => JSON.stringify(own) !== JSON.stringify(other))
    .map(([name, own, other]) => `${name} is ${JSON.stringify(own)}, not ${JSON.stringify(other)}`)
}

/** Values as the API answers them, for every control. */
function valuesOf(control: Control): fc.Arbitrary<unknown> {
  const orNull = (some: fc.Arbitrary<unknown>) =>
    "whenEmpty" in control && control.whenEmpty === "null" ? fc.oneof(some, fc.constant(null)) : some
  const clock = fc
    .integer({ min: 0, max: 1_439 })
    .map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16))
  switch (control.control) {
    case "text":
      return orNull(fc.string({ minLength: 1 }).filter((text) => text.trim() !== ""))
    case "phone":
      return orNull(fc.integer({ min: 1_000_000_000, max: 9_999_999_999 }).map((digits) => `+1${digits}`))
    case "switch":
      return fc.boolean()
    case "choice":
      return fc.constantFrom(...control.values)
    case "number":
      return orNull(
        control.isFraction
          ? fc.double({ min: control.min, max: control.max, noNaN: true }).map((value) => value + 0)
          : fc.integer({ min: control.min, max: control.max }),
      )
    case "minutes":
      return fc.integer({ min: control.min, max: control.max })
    case "pick":
    case "kept":
      return fc.integer({ min: 1 })
    case "picks":
      return control.nullIsAll
        ? fc.oneof(fc.array(fc.integer({ min: 1 })), fc.constant(null))
        : fc.array(fc.integer())
    case "lines":
      return fc.array(fc.stringMatching(/^[a-z]+$/))
    case "rows":
      return fc.array(
        rowsOf(control.row).map((row) => (control.isPlain ? (row as { value: unknown }).value : row)),
        {
          maxLength: 3,
        },
      )
    case "group":
      return control.nullable ? fc.option(rowsOf(control.fields)) : rowsOf(control.fields)
    case "variant":
      return fc.oneof(
        ...Object.entries(control.cases).map(([kind, fields]) =>
          rowsOf(fields).map((row) => ({ kind, ...row })),
        ),
      )
    case "json":
      return fc.constant({ type: "Polygon", coordinates: [] })
    case "week":
      return fc.constant([{ location_id: 1, weekday: 1, start: "09:00", end: "17:00" }])
    case "questions":
      return fc.constant([
        { key: "fuel", label: "Fuel?", kind: "choice", options: ["Gas", "Oil"], required: true },
        { key: "tank", label: "Tank?", kind: "text", required: false, shown_if: { key: "fuel", is: "Oil" } },
      ])
    case "clock":
      return clock
    default:
      return fc.constantFrom("America/Chicago", "Europe/Paris")
  }
}

const rowsOf = (fields: Fields): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(Object.fromEntries(Object.entries(fields).map(([name, control]) => [name, valuesOf(control)])))

it("a form that is opened and not changed sends nothing, and sends a changed field alone and as the API answers it", () => {
  const forms = topics.filter(({ name }) => name !== "timeOff")
  const trial = fc.constantFrom(...forms).chain((topic) => {
    const fields = allOf(topic)
    return fc.record({
      fields: fc.constant(fields),
      before: rowsOf(fields),
      after: rowsOf(fields),
      field: fc.constantFrom(...Object.keys(fields)),
    })
  })
  fc.assert(
    fc.property(trial, ({ fields, before, after, field }) => {
      const edit = (record: Record<string, unknown>) => toEdit(fields[field]!, record[field])
      expect(changesOf(fields, before, { [field]: edit(before) }, "America/Chicago")).toEqual({})
      const isSame = JSON.stringify(before[field]) === JSON.stringify(after[field])
      expect(changesOf(fields, before, { [field]: edit(after) }, "America/Chicago")).toEqual(
        isSame ? {} : { [field]: after[field] },
      )
    }),
    drawn(400, 20_270_305),
  )
})

it("typed amounts and moments are sent as they are meant, and what is neither as it was typed", () => {
  const minutes = { control: "minutes", min: 0, max: 525_600 } as const
  const sent = (amount: string, unit: number) => toInput(minutes, { amount, unit }, "America/Chicago")
  expect([sent("1.1", 60), sent("1,5", 60), sent("2", 1_440), sent("soon", 60), sent("", 1)]).toEqual([
    66,
    90,
    2_880,
    "soon",
    null,
  ])
  const moment = (typed: string) => toInput({ control: "moment" }, typed, "America/Chicago")
  expect(moment("2027-03-02T09:00")).toBe("2027-03-02T15:00:00.000Z")
  expect(moment("12027-03-02T09:00")).toBe("12027-03-02T09:00")
  expect(moment("")).toBe("")
})

const allOf = (topic: Topic): Fields =>
  Object.assign({}, ...sectionsOf(topic).map((name) => topic.form.sections[name]!))
