import { drawForm } from "../draw-form.ts"
import { addressFields, coordinates } from "./shared.ts"

const address = { words: "address", fields: addressFields } as const

export const locationForm = drawForm(
  "updateLocation",
  { form: "location" },
  {
    basics: { name: {}, timezone: {}, active: {} },
    address: { address, ...coordinates },
    visitors: { opening_hours: { lines: 2 }, directions: { lines: 3 } },
    area: {
      service_area: {
        words: "area",
        cases: {
          anywhere: {},
          postal_codes: { codes: { example: "78701" } },
          radius: { km: { unit: "km" } },
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
)

/** The fields of a new location; the rest is shown once it is made. */
export const newLocationForm = drawForm(
  "updateLocation",
  { form: "location" },
  {
    basics: { name: {}, timezone: {}, address },
  },
)
