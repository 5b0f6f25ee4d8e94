import type { Calendar } from "../../ports.ts"

/** The calendar of a provider who has connected none: always reachable, never busy. */
export const emptyCalendar: Calendar = { isEmpty: true, busy: async () => [] }
