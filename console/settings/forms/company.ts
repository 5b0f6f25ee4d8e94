import type { FormOf, InputOf } from "../controls.ts"
import { travelFields } from "./shared.ts"

export const companyForm = {
  name: "company",
  sections: {
    identity: {
      name: { control: "text", max: 200 },
      phone: { control: "phone", whenEmpty: "null" },
      timezone: { control: "zone" },
      locale: { control: "choice", values: ["en", "es", "fr"] },
      distance_unit: { control: "choice", values: ["km", "mi"] },
    },
    customers: {
      new_customers: { control: "choice", values: ["allowed", "not_allowed"] },
      provider_assignment: { control: "choice", values: ["none", "per_customer"] },
      linked_gap_minutes: { control: "number", min: 0, max: 240, unit: "minutes" },
      waiting_list: {
        control: "group",
        words: "waitingList",
        fields: {
          automatic: { control: "switch", usually: true },
          order: { control: "choice", values: ["longest_waiting", "priority", "least_recently_asked"] },
          per_minute: { control: "number", min: 1, max: 20, unit: "people" },
        },
      },
    },
    brand: {
      brand: {
        control: "group",
        isQuiet: true,
        words: "brand",
        fields: { accent_color: { control: "color" } },
      },
    },
    page: {
      public_booking_enabled: { control: "switch" },
      public_slug: { control: "text", max: 60, whenEmpty: "null" },
      public_daily_code_cap: { control: "number", min: 0, max: 10_000, unit: "codesPerDay" },
    },
    embedding: {
      embed_origins: { control: "lines", example: "https://www.example.com" },
    },
    links: {
      booking_links_enabled: { control: "switch" },
    },
    texts: {
      sms_confirmations: { control: "switch" },
      reminders: {
        control: "rows",
        row: { value: { control: "number", min: 1, max: 720, unit: "hoursBefore" } },
        isPlain: true,
        fewest: 0,
        most: 5,
      },
      reminders_unanswered: {
        control: "rows",
        row: { value: { control: "number", min: 1, max: 720, unit: "hoursBefore" } },
        isPlain: true,
        fewest: 0,
        most: 5,
      },
      quiet_hours: {
        control: "group",
        words: "span",
        fields: { start: { control: "clock" }, end: { control: "clock" } },
      },
    },
    mail: {
      mail: {
        control: "group",
        words: "mail",
        fields: { reply_to: { control: "text", max: 254, whenEmpty: "null" } },
        nullable: true,
      },
    },
    travel: {
      travel: { control: "group", words: "travel", fields: travelFields, nullable: true },
      plan: {
        control: "group",
        words: "plan",
        fields: { freeze_at: { control: "clock" } },
      },
    },
    agent: {
      agent: {
        control: "group",
        isQuiet: true,
        words: "agent",
        fields: {
          transfer_phone: { control: "phone", whenEmpty: "null" },
          refusals_as_200: { control: "switch" },
          takes_texts: { control: "switch" },
        },
      },
    },
  },
} as const satisfies FormOf<InputOf<"updateCompany">>
