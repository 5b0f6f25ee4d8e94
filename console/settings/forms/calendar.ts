/** One form for each kind of calendar: they are connected by different things. */
import type { Form, FormOf, InputOf } from "../controls.ts"

type Input = InputOf<"connectCalendar">
type Of<Kind extends Input["kind"]> = FormOf<Omit<Extract<Input, { kind: Kind }>, "id" | "kind">>

const owner = {
  timezone: { control: "zone", whenEmpty: "omit" },
  owner_email: { control: "text", max: 254, whenEmpty: "null" },
} as const
const writes = { writes: { control: "switch" } } as const
const secret = { control: "text", max: 4_000, isSecret: true } as const
const oauth = {
  client_id: { control: "text", max: 500 },
  client_secret: secret,
  refresh_token: secret,
} as const

const caldav = {
  name: "calendar",
  sections: {
    connection: {
      url: { control: "text", max: 2_000, example: "https://dav.example.com/ana/work/" },
      username: { control: "text", max: 500 },
      password: secret,
    },
    use: { ...writes, ...owner },
  },
} as const satisfies Of<"caldav">

const ics = {
  name: "calendar",
  sections: {
    connection: { url: { control: "text", max: 2_000, example: "https://example.com/ana.ics" } },
    use: owner,
  },
} as const satisfies Of<"ics">

const google = {
  name: "calendar",
  sections: {
    connection: {
      calendar_id: { control: "text", max: 500, whenEmpty: "omit", example: "primary" },
      ...oauth,
    },
    use: { ...writes, ...owner },
  },
} as const satisfies Of<"google">

const microsoft = {
  name: "calendar",
  sections: {
    connection: {
      calendar_id: { control: "text", max: 500, whenEmpty: "null" },
      tenant: { control: "text", max: 200, whenEmpty: "omit", example: "common" },
      ...oauth,
    },
    use: { ...writes, ...owner },
  },
} as const satisfies Of<"microsoft">

export const calendarForms = { google, microsoft, caldav, ics } satisfies Record<Input["kind"], Form>
export type CalendarKind = keyof typeof calendarForms
