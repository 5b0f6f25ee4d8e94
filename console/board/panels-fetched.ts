/** One script for all of `panels.ts`: each is small, and who opens one soon opens another. */
export { AppointmentPanel } from "./appointment-panel.tsx"
export { BookPanel } from "./book-panel.tsx"
export { EmptyBoard } from "./empty-board.tsx"
export { MoveQuestion } from "./move-question.tsx"
export { PlanPanel } from "./plan-panel.tsx"
export { RefusedDropNote } from "./refused-drop.tsx"
export { TimeOffPanel } from "./time-off-panel.tsx"
export { WeekTable } from "./week-table.tsx"
