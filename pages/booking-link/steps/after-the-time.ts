/** What follows the choice of a time, and what is done with an appointment: one script, which an open link fetches later. */
export { outcomeActions } from "../write-outcomes.ts"
export { Appointment } from "./appointment.tsx"
export { Cancel } from "./cancel.tsx"
export { Coming } from "./coming.tsx"
export { Confirm } from "./confirm.tsx"
export { Questions } from "./questions.tsx"
