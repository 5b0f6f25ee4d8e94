/** One form for each kind of calendar: they are connected by different things. */
import type { Form, InputOf } from "../controls.ts"
import { drawForm } from "../draw-form.ts"

const owner = { timezone: {}, owner_email: {}, unanswered_blocks: {} } as const
const secret = { isSecret: true } as const
const oauth = { client_id: {}, client_secret: secret, refresh_token: secret } as const

export const calendarForms = {
  google: drawForm(
    "connectCalendar",
    { form: "calendar", kind: "google" },
    {
      connection: { calendar_id: { example: "primary" }, ...oauth },
      use: { writes: {}, ...owner },
    },
  ),
  microsoft: drawForm(
    "connectCalendar",
    { form: "calendar", kind: "microsoft" },
    {
      connection: { calendar_id: {}, tenant: { example: "common" }, ...oauth },
      use: { writes: {}, ...owner },
    },
  ),
  caldav: drawForm(
    "connectCalendar",
    { form: "calendar", kind: "caldav" },
    {
      connection: {
        url: { example: "https://dav.example.com/ana/work/" },
        username: {},
        password: secret,
      },
      use: { writes: {}, ...owner },
    },
  ),
  ics: drawForm(
    "connectCalendar",
    { form: "calendar", kind: "ics" },
    {
      connection: { url: { example: "https://example.com/ana.ics" } },
      use: owner,
    },
  ),
} satisfies Record<InputOf<"connectCalendar">["kind"], Form>
export type CalendarKind = keyof typeof calendarForms
