import { drawForm } from "../draw-form.ts"

export const companyTimeOffForm = drawForm(
  "addCompanyTimeOff",
  { form: "companyTimeOff" },
  {
    dates: { start_date: {}, end_date: {}, location_ids: { of: "locations" }, reason: {} },
  },
)
