/** Works out proposals for a broken day as it stands. Reads only. */
import type { ClassSession } from "../../domain/model/class-session.ts"
import type { Choice, DisruptionView } from "../../domain/model/disruption.ts"
import { type Disruption, mostHits, showDisruption } from "../../domain/model/disruption.ts"
import { invalid, type Refusal } from "../../domain/model/errors.ts"
import { msOfDisruption } from "../../domain/rules/cost/estimates.ts"
import { NotOffered } from "../../domain/rules/disruption/hits.ts"
import { propose } from "../../domain/rules/disruption/propose.ts"
import { listClassSessions } from "../ledger/class-sessions.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import type { Db } from "../platform/pg/database.ts"
import { inSlices } from "../platform/slices.ts"
import { granted } from "../platform/spending.ts"
import { listNames, listShownHits, type WorkedOut } from "./disruptions.sql.ts"
import {
  type BrokenHours,
  datesAround,
  findHits,
  loadHits,
  meetsOf,
  outageOf,
  settingOf,
} from "./load-hits.ts"

/** Throws 400 with the choice that can't be kept. */
export async function workOut(
  context: AppContext,
  call: Call,
  hours: BrokenHours,
  choices: readonly Choice[],
): Promise<WorkedOut> {
  const appointments = await findHits(context.db, call, hours)
  const chosen = new Map(choices.map((choice) => [choice.appointment_id, choice]))
  const settings = new Map(appointments.map((one) => [one.id, settingOf(chosen.get(one.id), one)]))
  const outage = outageOf(hours)
  const dates = datesAround(outage)
  const hits = await loadHits(context, context.db, call, {
    ...{ appointments, settings, outage, dates },
    isLocked: false,
  })
  const [first] = hits
  if (first) await granted(msOfDisruption(hits.length, first.loaded.providers.length))
  const proposed = await inSlices(
    propose(hits, { now: call.now, ...dates, known: [], withAlternatives: true }),
  )
  if (proposed instanceof NotOffered) throw notOffered(proposed, choices)
  return { choices, proposals: proposed.proposals, plans: proposed.plans }
}

function notOffered({ appointmentId }: NotOffered, choices: readonly Choice[]): Refusal {
  const index = choices.findIndex(({ appointment_id }) => appointment_id === appointmentId)
  return invalid(`choices[${index}]`, "expected a time that is free beside the other choices")
}

export async function show(db: Db, call: Call, disruption: Disruption): Promise<DisruptionView> {
  const { companyId } = call
  const { proposals } = disruption
  const times = proposals.flatMap(({ was, proposed, alternatives }) => [
    was,
    proposed ?? was,
    ...alternatives,
  ])
  const hits = await listShownHits(
    db,
    companyId,
    proposals.map(({ appointmentId }) => appointmentId),
  )
  const comeIds = [...new Set(times.flatMap(({ providerId, crewIds = [] }) => [providerId, ...crewIds]))]
  const locationIds = [...new Set(times.map(({ locationId }) => locationId))]
  const named = await listNames(db, companyId, comeIds, locationIds)
  const namesOf = (kind: "provider" | "location") =>
    new Map(named.filter((one) => one.kind === kind).map(({ id, name }) => [id, name]))
  return showDisruption(disruption, {
    hits: new Map(hits.map((hit) => [hit.id, hit])),
    providers: namesOf("provider"),
    locations: namesOf("location"),
    sessions: await sessionsHit(db, call, disruption),
  })
}

/** The sessions that are hit now: a class is moved or cancelled by itself, apart from the proposals. */
const sessionsHit = async (db: Db, { companyId, now }: Call, hours: BrokenHours): Promise<ClassSession[]> => {
  const meets = meetsOf(hours, now)
  if (meets.length === 0) return []
  return listClassSessions(db, companyId, {
    ...{ status: "scheduled", typeId: null, providerId: null, locationId: null, repeatId: null },
    ...{ from: null, to: hours.end_at, meets, after: null, limit: mostHits },
  })
}
