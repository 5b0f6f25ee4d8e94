import type { FormOf, InputOf } from "../controls.ts"

const basics = {
  name: { control: "text", max: 200 },
  group: { control: "text", max: 100, suggests: "groups" },
} as const

export const resourceForm = {
  name: "resource",
  sections: {
    basics: {
      ...basics,
      turnover_minutes: { control: "minutes", min: 0, max: 1_440 },
      active: { control: "switch" },
    },
    hours: { hours: { control: "week" } },
  },
} as const satisfies FormOf<InputOf<"updateResource">>

/** What a new one needs; hours and time off come once it is there. */
export const newResourceForm = {
  name: "resource",
  sections: {
    basics: {
      name: basics.name,
      kind: { control: "choice", values: ["room", "equipment"] },
      group: basics.group,
      location_id: { control: "pick", of: "locations" },
      turnover_minutes: resourceForm.sections.basics.turnover_minutes,
    },
  },
} as const satisfies FormOf<InputOf<"createResource">>
