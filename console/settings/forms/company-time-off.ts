import type { FormOf, InputOf } from "../controls.ts"

export const companyTimeOffForm = {
  name: "companyTimeOff",
  sections: {
    dates: {
      start_date: { control: "date" },
      end_date: { control: "date" },
      location_ids: { control: "picks", of: "locations", nullIsAll: true },
      reason: { control: "text", max: 500, whenEmpty: "null" },
    },
  },
} as const satisfies FormOf<InputOf<"addCompanyTimeOff">>
