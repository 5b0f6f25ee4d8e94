/** Objects that the inputs of several records have. */
import type { Fields, FieldsOf, InputOf } from "../controls.ts"

type Travel = NonNullable<InputOf<"updateCompany">["travel"]>

export const travelFields = {
  speed_kmh: { control: "number", min: 1, max: 150, unit: "kmPerHour", isFraction: true },
  road_factor: { control: "number", min: 1, max: 5, unit: "times", isFraction: true },
  setup_minutes: { control: "number", min: 0, max: 240, unit: "minutes" },
} as const satisfies FieldsOf<Travel> & Fields

type Address = NonNullable<InputOf<"createProvider">["start_address"]>

export const addressFields = {
  line1: { control: "text", max: 200 },
  line2: { control: "text", max: 200, whenEmpty: "null" },
  city: { control: "text", max: 120 },
  state: { control: "text", max: 120 },
  postal_code: { control: "text", max: 20 },
  country: { control: "text", max: 2, whenEmpty: "omit", example: "US" },
} as const satisfies FieldsOf<Address> & Fields
