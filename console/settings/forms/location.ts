import type { FormOf, InputOf } from "../controls.ts"
import { addressFields } from "./shared.ts"

export const locationForm = {
  name: "location",
  sections: {
    basics: {
      name: { control: "text", max: 200 },
      timezone: { control: "zone" },
      active: { control: "switch" },
    },
    address: {
      address: { control: "group", words: "address", fields: addressFields, nullable: true },
      latitude: {
        control: "number",
        min: -90,
        max: 90,
        unit: "degrees",
        isFraction: true,
        whenEmpty: "null",
      },
      longitude: {
        control: "number",
        min: -180,
        max: 180,
        unit: "degrees",
        isFraction: true,
        whenEmpty: "null",
      },
    },
    visitors: {
      opening_hours: { control: "text", max: 500, lines: 2, whenEmpty: "null" },
      directions: { control: "text", max: 1_000, lines: 3, whenEmpty: "null" },
    },
    area: {
      service_area: {
        control: "variant",
        words: "area",
        cases: {
          anywhere: {},
          postal_codes: { codes: { control: "lines", example: "78701" } },
          radius: { km: { control: "number", min: 0, max: 2_000, unit: "km", isFraction: true } },
          polygon: {
            polygon: {
              control: "json",
              example:
                '{"type":"Polygon","coordinates":[[[-97.9,30.1],[-97.5,30.1],[-97.5,30.5],[-97.9,30.5],[-97.9,30.1]]]}',
            },
          },
        },
      },
    },
  },
} as const satisfies FormOf<InputOf<"updateLocation">>

/** What a new location needs; the rest is shown once it is made. */
export const newLocationForm = {
  name: "location",
  sections: {
    basics: {
      name: locationForm.sections.basics.name,
      timezone: locationForm.sections.basics.timezone,
      address: locationForm.sections.address.address,
    },
  },
} as const satisfies FormOf<InputOf<"createLocation">>
