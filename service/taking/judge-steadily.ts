/** How a try to take time ends: well, refused, or worth another try, for a reason that is data. */
import { Refusal } from "../../domain/model/errors.ts"
import { ResourcesChanged } from "../company/change-resource.ts"
import { OthersChanged } from "../ledger/changed-together.ts"
import { UndoStands } from "../platform/tell-first.ts"
import { LegsNotAsked } from "../slots/driving-times.ts"
import { TeamNotLocked } from "../slots/planned-team.ts"

export type Again =
  /** A routing service was not asked for legs that a provider drives. */
  | { why: "legs"; legs: LegsNotAsked["legs"] }
  /** The type promises a window, and not all of its team are locked. */
  | { why: "team" }
  /** Others were chosen to come than those whose time is locked: one of them was booked meanwhile. */
  | { why: "people" }
  /** Other minutes are taken than the calendars were asked about: somebody was faster, and the day is planned otherwise by now. */
  | { why: "minutes" }
  /** A provider has a calendar that was not asked. */
  | { why: "calendars"; providerId: number }
  /** The locks of other groups of rooms are needed than those that are held. */
  | { why: "rooms" }
  /** The data of an unlocked read was changed before it was locked. */
  | { why: "changed" }

/** `refused` is the error to throw; with `again` only once there were tries enough. */
export type Steady<Result> = { ok: Result } | NotSteady
export interface NotSteady {
  refused: unknown
  again?: Again
}

export async function steady<Result>(work: () => Result | Promise<Result>): Promise<Steady<Result>> {
  try {
    return { ok: await work() }
  } catch (error) {
    // The change before is announced first, and then all begins anew.
    if (error instanceof UndoStands) throw error
    const again = againOf(error)
    return again === null ? { refused: error } : { refused: error, again }
  }
}

export const notSteady = (again: Again): NotSteady => ({
  again,
  refused:
    again.why === "calendars"
      ? new Refusal("calendar_unavailable")
      : new Refusal("busy", { retryAfterSeconds: 1 }),
})

/** The appointment went to another provider before it was locked, so the wrong provider's lock is held. */
export class ProviderChanged extends Refusal {
  constructor() {
    super("busy", { retryAfterSeconds: 1 })
  }
}

/** Others were chosen to come than those whose time is locked. */
export class CrewChanged extends Refusal {
  constructor() {
    super("busy", { retryAfterSeconds: 1 })
  }
}

/** The provider has a calendar that was not asked, as the lock shows. */
export class CalendarsNotAsked extends Refusal {
  readonly providerId: number
  constructor(providerId: number) {
    super("calendar_unavailable")
    this.providerId = providerId
  }
}

/** Other minutes are taken than the calendars were asked about. */
export class PlanChanged extends Refusal {
  constructor() {
    super("busy", { retryAfterSeconds: 1 })
  }
}

function againOf(error: unknown): Again | null {
  if (error instanceof CalendarsNotAsked) return { why: "calendars", providerId: error.providerId }
  if (error instanceof PlanChanged) return { why: "minutes" }
  if (error instanceof LegsNotAsked) return { why: "legs", legs: error.legs }
  if (error instanceof TeamNotLocked) return { why: "team" }
  if (error instanceof CrewChanged) return { why: "people" }
  if (error instanceof ResourcesChanged) return { why: "rooms" }
  if (error instanceof OthersChanged || error instanceof ProviderChanged) return { why: "changed" }
  return null
}

/** Each change of a crew, of a plan or of those that change together is another call that was faster, so many at once may need as many tries. */
const mostLosses = 40
const ofOthers: ReadonlySet<Again["why"]> = new Set(["people", "minutes", "changed"])

/** Asking again is worth it only this often: a company may be connecting calendars, or booking visits, all the time. */
const mostTries = 3

export const isWorthAnother = ({ again }: NotSteady, tries: number): boolean =>
  again !== undefined && tries < (ofOthers.has(again.why) ? mostLosses : mostTries)
