/** The plan of a date at a location: as it stands, as another plan would have it, and that one written. */
import { z } from "zod"
import {
  dayPlanView,
  planApplyInput,
  planDate,
  planPreviewInput,
  planPreviewView,
} from "../../domain/model/day-plan.ts"
import { Refusal } from "../../domain/model/errors.ts"
import { idText } from "../../domain/model/fields.ts"
import type { DayPlan, DayToPlan } from "../../domain/model/plan.ts"
import { msOfPlan } from "../../domain/rules/cost/estimates.ts"
import { hasWholes } from "../../domain/rules/planning/crews.ts"
import {
  askedAnew,
  changesToApply,
  dayKeeping,
  judgeAnew,
  standingPlan,
} from "../../domain/rules/planning/plan-anew.ts"
import { takenByChanges } from "../../domain/rules/planning/planned-time.ts"
import type { TeamDay } from "../../domain/rules/planning/team-day.ts"
import type { PlannedChange } from "../../domain/rules/planning/windows.ts"
import { dayOfDate, isoOfMinute } from "../../domain/time/dates.ts"
import { minuteOf } from "../../domain/time/units.ts"
import { findCompany } from "../company/companies.sql.ts"
import { findConnected } from "../ledger/schedules.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { type Call, operation, staff } from "../platform/operation.ts"
import type { Db } from "../platform/pg/database.ts"
import { granted, spendingThread } from "../platform/spending.ts"
import { CalendarBusy } from "../taking/ask-calendars.ts"
import type { Judged } from "../taking/plan-parts.ts"
import { rewritePlan } from "../taking/rewrite-plan.ts"
import { type Taking, takeTime } from "../taking/take-time.ts"
import { loadDay, plannedIds, shownPlan } from "./load-day.ts"

const common = { noun: "Plans", roles: staff, params: z.strictObject(planDate) } as const
const nothing: DayPlan = { routes: [], unplanned: [] }

export const readPlan = operation({
  ...common,
  name: "read_plan",
  summary: "Read the plan of a day",
  description:
    "Who goes where in which order, at a location with a type that promises a window. Visits that were promised a start, and other " +
    "appointments whose coordinates are known, are in it and stay where they are.",
  refusals: ["not_found"],
  query: z.strictObject({ location_id: idText }),
  result: dayPlanView,
  async run(context, call, { date: text, location_id: locationId }) {
    const date = dayOfDate(text)!
    const day = await loadDay(context.db, call, { locationId, date })
    const standing = day.team === null ? nothing : standingPlan(day.team)
    return (await shownPlan(context.db, call.companyId, day, date, standing)).plan
  },
})

/** Null where the host has no other planner, where it gives no answer in time, and on days with a crew, which it can't plan. */
const askOther = async ({ planner, outsideLimitMs }: AppContext, day: DayToPlan) =>
  hasWholes(day) ? null : ((await planner?.plan(day, AbortSignal.timeout(outsideLimitMs))) ?? null)

/** At most two days of a company are planned at a time, and what they take of the machine is charged to it. */
async function planHere(
  { ownPlanner }: AppContext,
  { companyId }: Call,
  team: TeamDay,
  asked: DayToPlan,
): Promise<DayPlan> {
  await granted(msOfPlan(asked))
  return spendingThread(() => ownPlanner.plan(askedAnew(team, asked), companyId))
}

export const previewPlan = operation({
  ...common,
  name: "preview_plan",
  summary: "Preview what planning a day anew would change",
  description:
    "Writes nothing. A plan is proposed only where it keeps every promise and drives less; else `changes` is empty. What is " +
    "pinned, on the way or of a fixed day stays, and so does what `keep` names.",
  readsOnly: true,
  refusals: ["not_found"],
  body: planPreviewInput,
  result: planPreviewView,
  async run(context, call, { date: text, location_id: locationId, keep = [] }) {
    const { db } = context
    const date = dayOfDate(text)!
    const chosen = (await findCompany(db, call.companyId))?.planner
    const day = await loadDay(db, call, { locationId, date })
    const { team } = day
    if (team === null) {
      const { plan } = await shownPlan(db, call.companyId, day, date, nothing)
      return { plan, planner: "own" as const, driving_minutes_before: 0, visits: 0, changes: [] }
    }
    const asked = dayKeeping(team, new Set(keep))
    const answered = chosen === "vroom" ? await askOther(context, asked) : null
    const planner = answered === null ? ("own" as const) : ("vroom" as const)
    const anew = judgeAnew(team, asked, answered ?? (await planHere(context, call, team, asked)))
    const { plan, names } = await shownPlan(db, call.companyId, day, date, anew.plan)
    const nameOf = (id: number) => ({
      id,
      name: day.input.providers.find((each) => each.id === id)?.name ?? "",
    })
    const plannedAt = (start: number, [leadId, ...crewIds]: readonly number[]) => ({
      provider: nameOf(leadId!),
      ...(crewIds.length === 0 ? {} : { crew: crewIds.map(nameOf) }),
      planned_start: isoOfMinute(start),
    })
    const changes = anew.changes.map((change) => {
      const visit = team.visits.get(change.appointmentId)!
      const named = names.get(change.appointmentId)!
      const { window } = visit
      return {
        appointment_id: change.appointmentId,
        customer: { id: named.customer_id, name: named.customer_name },
        window: window && { start_time: isoOfMinute(window.start), end_time: isoOfMinute(window.end) },
        from: plannedAt(visit.jobStart, [
          visit.providerId,
          ...visit.memberIds.filter((id) => id !== visit.providerId),
        ]),
        to: plannedAt(change.jobStart, [change.providerId, ...change.crewIds]),
      }
    })
    return {
      plan,
      planner,
      driving_minutes_before: anew.drivingBefore,
      visits: plannedIds(team).length,
      changes,
    }
  },
})

export const applyPlan = operation({
  ...common,
  name: "apply_plan",
  summary: "Plan a day anew",
  description:
    "Writes the changes of a preview, all or none: 409 `plan_changed` where the day has changed so that they no longer keep every " +
    "promise, or a calendar of somebody to whom it moves a visit is busy then. No customer is told, and no event is raised, since what " +
    "was promised stays.",
  refusals: ["calendar_unavailable", "not_found", "plan_changed"],
  body: planApplyInput,
  result: dayPlanView,
  run(context, call, { date: text, location_id: locationId, changes }) {
    const wanted = new Map(
      changes.map(({ appointment_id, provider_id, crew_ids = [], planned_start }) => [
        appointment_id,
        { providerIds: [provider_id, ...crew_ids], start: minuteOf(Date.parse(planned_start)) },
      ]),
    )
    const asked = { locationId, date: dayOfDate(text)!, wanted }
    return takeTime(context, call, async () => {
      const seen = await loadDay(context.db, call, asked)
      const changesSeen = (seen.team && changesToApply(seen.team, wanted)) ?? []
      return takingOf(call, asked, seen, await readChanges(context.db, call, changesSeen))
    })
  },
})

interface AskedPlan {
  locationId: number
  date: number
  wanted: Parameters<typeof changesToApply>[1]
}

interface ReadChanges extends Judged {
  changes: readonly PlannedChange[]
}

/** All of the team are locked: they are whose day it is. */
function takingOf(
  call: Call,
  { locationId, date, wanted }: AskedPlan,
  seen: Awaited<ReturnType<typeof loadDay>>,
  before: ReadChanges,
): Taking<ReadChanges, null, ShownPlan> {
  const providerIds = seen.input.providers.map(({ id }) => id)
  return {
    operation: "apply_plan",
    parts: [],
    together: "all",
    locks: { providerIds },
    judgeSeen: () => before,
    async judge(db, { isLocked }) {
      const day = await loadDay(db, call, { locationId, date }, { isLocked })
      const isSameTeam = day.input.providers.every(({ id }) => providerIds.includes(id))
      const changes = day.team && isSameTeam ? changesToApply(day.team, wanted) : null
      if (changes === null) throw new Refusal("plan_changed")
      return readChanges(db, call, changes)
    },
    read: async () => null,
    // A busy calendar was free when the plan was made.
    refused: async (error) => (error instanceof CalendarBusy ? new Refusal("plan_changed") : error),
    async record(tx, { changes }) {
      await rewritePlan(tx, call, changes)
      const after = await loadDay(tx, call, { locationId, date }, { isLocked: true })
      const plan = after.team === null ? nothing : standingPlan(after.team)
      const { plan: result } = await shownPlan(tx, call.companyId, after, date, plan)
      return { result, targetId: null, fields: changes.length === 0 ? [] : ["planned_start", "provider_id"] }
    },
  }
}

type ShownPlan = Awaited<ReturnType<typeof shownPlan>>["plan"]

async function readChanges(
  db: Db,
  { companyId }: Call,
  changes: readonly PlannedChange[],
): Promise<ReadChanges> {
  const taken = takenByChanges(changes)
  const ids = taken.map(({ providerId }) => providerId)
  const calendars = ids.length === 0 ? [] : await findConnected(db, companyId, ids)
  const seat = { key: 0, wanted: null, taken, calendars }
  const parts = [{ ...seat, crewIds: null, peopleIds: [], roomIds: [], plan: null }]
  return { changes, parts, request: null, appointment: null }
}
