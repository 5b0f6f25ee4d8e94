import { drawForm } from "../draw-form.ts"
import { travelFields } from "./shared.ts"

export const companyForm = drawForm(
  "updateCompany",
  { form: "company" },
  {
    identity: { name: {}, phone: {}, timezone: {}, locale: {}, distance_unit: {} },
    customers: {
      new_customers: {},
      provider_assignment: {},
      linked_gap_minutes: { unit: "minutes" },
      waiting_list: {
        words: "waitingList",
        fields: { automatic: { usually: true }, order: {}, per_minute: { unit: "people" } },
      },
    },
    brand: {
      brand: { isQuiet: true, words: "brand", fields: { accent_color: {} } },
    },
    page: {
      public_booking_enabled: {},
      public_slug: {},
      public_daily_code_cap: { unit: "codesPerDay" },
      thank_you_url: { example: "https://www.example.com/thanks" },
      thank_you_text: { lines: 3 },
    },
    embedding: { embed_origins: { example: "https://www.example.com" } },
    links: { booking_links_enabled: {} },
    texts: {
      sms_confirmations: {},
      reminders: { isPlain: true, unit: "hoursBefore" },
      reminders_unanswered: { isPlain: true, unit: "hoursBefore" },
      quiet_hours: { words: "span", fields: { start: {}, end: {} } },
    },
    mail: { mail: { words: "mail", fields: { reply_to: {} } } },
    travel: {
      travel: { words: "travel", fields: travelFields },
      plan: { words: "plan", fields: { freeze_at: {}, planner: {} } },
    },
    agent: {
      agent: {
        isQuiet: true,
        words: "agent",
        fields: { transfer_phone: {}, languages: { isPlain: true }, refusals_as_200: {}, takes_texts: {} },
      },
    },
  },
)

export const channelForm = drawForm(
  "createChannel",
  { form: "channel" },
  {
    number: { kind: {}, phone: {} },
  },
)

export const companyTimeOffForm = drawForm(
  "addCompanyTimeOff",
  { form: "companyTimeOff" },
  {
    dates: { start_date: {}, end_date: {}, location_ids: { of: "locations" }, reason: {} },
  },
)
