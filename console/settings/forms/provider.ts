import { drawForm } from "../draw-form.ts"
import { addressFields, coordinates, travelFields } from "./shared.ts"

export const providerForm = drawForm(
  "updateProvider",
  { form: "provider" },
  {
    basics: {
      name: {},
      about: { lines: 3 },
      active: {},
      appointment_type_ids: { of: "types" },
      digest_email: {},
    },
    travel: {
      start_address: { words: "address", fields: { ...addressFields, ...coordinates } },
      max_travel_km: { unit: "km" },
      travel: { words: "travel", fields: travelFields },
    },
  },
)

/** The fields of a new provider; hours and the rest come once they are there. */
export const newProviderForm = drawForm(
  "updateProvider",
  { form: "provider" },
  {
    basics: { name: {}, appointment_type_ids: { of: "types" } },
  },
)

export const hoursForm = drawForm(
  "replaceProviderHours",
  { form: "hours" },
  {
    week: { weekly_hours: { control: "week" } },
    dates: {
      date_overrides: {
        words: "override",
        row: {
          date: {},
          location_id: { of: "locations" },
          intervals: { words: "span", row: { start: {}, end: {} } },
        },
      },
    },
  },
)

export const timeOffForm = drawForm(
  "addTimeOff",
  { form: "timeOff" },
  {
    span: { start: {}, end: {}, reason: {} },
  },
)
