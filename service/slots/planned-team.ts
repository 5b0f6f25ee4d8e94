/**
 * The team of a type that promises windows. A window is planned before the locks, over all who could come; under the locks
 * of all of them the plan is checked, and what changed meanwhile is met by plain insertion at most. So no lock is held for
 * the length of a search.
 */
import { Refusal } from "../../domain/model/errors.ts"
import type { DayPlan } from "../../domain/model/plan.ts"
import type { LoadedSchedules } from "../../domain/model/schedules.ts"
import { closeUnread } from "../../domain/rules/availability/unread-calendars.ts"
import type { PlannedWindow } from "../../domain/rules/planning/windows.ts"
import { loadSchedules, type ScheduleQuestion } from "../ledger/schedules.sql.ts"
import type { Db } from "../platform/pg/database.ts"

export interface PlannedTeam {
  providerIds: readonly number[]
  plan: DayPlan | null
}

/** The team and the plan, as they were read before the locks; null until the type is known to promise a window. It lasts for all tries. */
export interface Planning {
  team: PlannedTeam | null
}

/** The type promises a window, and not all of its team are locked. The caller may read the team and try again. */
export class TeamNotLocked extends Refusal {
  constructor() {
    super("busy", { retryAfterSeconds: 1 })
  }
}

interface HowToLoad {
  now: number
  /** The ids of the providers whose locks are held; null before the locks. */
  locked: readonly number[] | null
  /** Known to be of a type that promises windows. */
  isTeam: boolean
}

/** The same question about everybody who offers the type. */
export const aboutTeam = (question: ScheduleQuestion): ScheduleQuestion => ({
  ...question,
  onlyWanted: false,
  anyProvider: true,
})

/**
 * The schedules that a booking or a move judges: for a promised window, the whole team. `load` reads it, or the wanted
 * provider alone. Throws `TeamNotLocked`.
 */
export async function loadWithTeam(
  load: (ofTeam: boolean) => Promise<LoadedSchedules>,
  { now, locked, isTeam }: HowToLoad,
): Promise<LoadedSchedules> {
  const loaded = await load(isTeam)
  if (loaded.type?.window_minutes == null) return isTeam ? load(false) : loaded
  if (!isTeam) {
    if (locked !== null) throw new TeamNotLocked()
    return closeUnread(await load(true), now)
  }
  if (locked !== null && loaded.providers.some(({ id }) => !locked.includes(id))) throw new TeamNotLocked()
  return closeUnread(loaded, now)
}

export const teamOf = ({
  loaded,
  judged,
}: {
  loaded: LoadedSchedules
  judged: { planned?: PlannedWindow | null }
}): PlannedTeam => ({
  providerIds: loaded.providers.map(({ id }) => id),
  plan: judged.planned?.plan ?? null,
})

/**
 * The schedules that a booking or a hold judges. Throws `TeamNotLocked`, after which the next try reads the team before its
 * locks.
 */
export function loadPlanned(
  db: Db,
  question: ScheduleQuestion,
  { now, isLocked, planning }: { now: number; isLocked: boolean; planning: Planning },
): Promise<LoadedSchedules> {
  const load = (ofTeam: boolean) => loadSchedules(db, ofTeam ? aboutTeam(question) : question)
  const locked = isLocked ? (planning.team?.providerIds ?? []) : null
  return loadWithTeam(load, { now, locked, isTeam: planning.team !== null }).catch((error: unknown) => {
    if (error instanceof TeamNotLocked) planning.team ??= { providerIds: [], plan: null }
    throw error
  })
}
