import { appointmentView, bookInput } from "../../model/appointment.ts"
import { operation, staff } from "../operation.ts"
import { book } from "./book.ts"

export const bookAppointment = operation({
  name: "book_appointment",
  summary: "Book an appointment",
  description:
    "The time must be one that a slot search offers. 409 `slot_taken` and `time_not_offered` carry up to three " +
    "`alternatives`. A fitting open request of the customer is attached by itself.",
  noun: "Appointments",
  roles: staff,
  body: bookInput,
  result: appointmentView,
  status: 201,
  isOneTransaction: true,
  run: (context, call, input) => book(context, call, input),
})
