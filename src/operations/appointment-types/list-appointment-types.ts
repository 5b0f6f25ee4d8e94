import { z } from "zod"
import { appointmentTypeView, showAppointmentType } from "../../model/appointment-type.ts"
import { flagText, page } from "../../model/fields.ts"
import { pageById, showPage } from "../../model/paging.ts"
import { listAppointmentTypes as rowsOf } from "../../store/appointment-types.ts"
import { listOperation, staff } from "../operation.ts"

export const listAppointmentTypes = listOperation({
  name: "list_appointment_types",
  summary: "List appointment types",
  noun: "Appointment types",
  roles: staff,
  query: z.strictObject({ ...page, active: flagText.optional() }),
  result: appointmentTypeView,
  async run(context, call, input) {
    return showPage(
      await pageById(input, (span) =>
        rowsOf(context.db, call.companyId, { ...span, active: input.active ?? null }),
      ),
      showAppointmentType,
    )
  },
})
