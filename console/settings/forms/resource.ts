import { drawForm } from "../draw-form.ts"

export const resourceForm = drawForm(
  "createResource",
  { form: "resource" },
  {
    basics: { name: {}, group: { suggests: "groups" }, turnover_minutes: {}, active: {} },
    hours: { hours: { control: "week" } },
  },
)

/** The fields of a new one; hours and time off come once it is there. */
export const newResourceForm = drawForm(
  "createResource",
  { form: "resource" },
  {
    basics: {
      name: {},
      kind: {},
      group: { suggests: "groups" },
      location_id: { of: "locations" },
      turnover_minutes: {},
    },
  },
)
