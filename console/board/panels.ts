/** The panels that stand on the board or lie over it only on demand; fetched together when the board stands. */
import { later } from "../parts/later.tsx"
import { preparePalette } from "../shell/palette.tsx"

const load = () => import("./panels-fetched.ts")

export const AppointmentPanel = later(async () => (await load()).AppointmentPanel)
export const BookPanel = later(async () => (await load()).BookPanel)
export const MoveQuestion = later(async () => (await load()).MoveQuestion)
export const PlanPanel = later(async () => (await load()).PlanPanel)
export const SessionFormPanel = later(async () => (await load()).SessionFormPanel)
export const SessionPanel = later(async () => (await load()).SessionPanel)
export const TimeOffPanel = later(async () => (await load()).TimeOffPanel)
export const RefusedDropNote = later(async () => (await load()).RefusedDropNote)
export const WeekTable = later(async () => (await load()).WeekTable)
export const EmptyBoard = later(async () => (await load()).EmptyBoard)
export const ExportDialog = later(async () => (await import("../exports/export-dialog.tsx")).ExportDialog)

/** At most one download: the browser keeps the script, and the words are kept too. */
export function preparePanels(): void {
  for (const part of [AppointmentPanel, BookPanel, MoveQuestion, TimeOffPanel, RefusedDropNote, WeekTable])
    part.prepare()
  preparePalette()
}
