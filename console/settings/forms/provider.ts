import type { FormOf, InputOf } from "../controls.ts"
import { addressFields, travelFields } from "./shared.ts"

export const providerForm = {
  name: "provider",
  sections: {
    basics: {
      name: { control: "text", max: 200 },
      active: { control: "switch" },
      appointment_type_ids: { control: "picks", of: "types" },
      digest_email: { control: "text", max: 254, whenEmpty: "null" },
    },
    travel: {
      start_address: {
        control: "group",
        words: "address",
        fields: {
          ...addressFields,
          latitude: {
            control: "number",
            min: -90,
            max: 90,
            unit: "degrees",
            isFraction: true,
            whenEmpty: "omit",
          },
          longitude: {
            control: "number",
            min: -180,
            max: 180,
            unit: "degrees",
            isFraction: true,
            whenEmpty: "omit",
          },
        },
        nullable: true,
      },
      max_travel_km: {
        control: "number",
        min: 0,
        max: 2_000,
        unit: "km",
        isFraction: true,
        whenEmpty: "null",
      },
      travel: { control: "group", words: "travel", fields: travelFields, nullable: true },
    },
  },
} as const satisfies FormOf<InputOf<"updateProvider">>

/** What a new provider needs; hours and the rest come once they are there. */
export const newProviderForm = {
  name: "provider",
  sections: {
    basics: {
      name: providerForm.sections.basics.name,
      appointment_type_ids: providerForm.sections.basics.appointment_type_ids,
    },
  },
} as const satisfies FormOf<InputOf<"createProvider">>

const span = { start: { control: "clock" }, end: { control: "clock" } } as const

export const hoursForm = {
  name: "hours",
  sections: {
    week: { weekly_hours: { control: "week" } },
    dates: {
      date_overrides: {
        control: "rows",
        words: "override",
        row: {
          date: { control: "date" },
          location_id: { control: "pick", of: "locations" },
          intervals: { control: "rows", words: "span", row: span, fewest: 0, most: 24 },
        },
        fewest: 0,
        most: 1_000,
      },
    },
  },
} as const satisfies FormOf<InputOf<"replaceProviderHours">>

export const timeOffForm = {
  name: "timeOff",
  sections: {
    span: {
      start: { control: "moment" },
      end: { control: "moment" },
      reason: { control: "text", max: 500, whenEmpty: "null" },
    },
  },
} as const satisfies FormOf<InputOf<"addTimeOff">>
