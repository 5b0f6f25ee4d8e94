/** What is proposed for a broken day as it stands. Reads only. */
import type { Choice, DisruptionView } from "../../../domain/model/disruption.ts"
import { type Disruption, showDisruption } from "../../../domain/model/disruption.ts"
import { invalid, type Refusal } from "../../../domain/model/errors.ts"
import { NotOffered } from "../../../domain/rules/disruption/hits.ts"
import { propose } from "../../../domain/rules/disruption/propose.ts"
import type { AppContext } from "../../context.ts"
import { listNames, listShownHits, type WorkedOut } from "../../store/disruptions.ts"
import type { Db } from "../../store/pg/database.ts"
import type { Call } from "../operation.ts"
import { inSlices } from "../slices.ts"
import { type BrokenHours, datesAround, findHits, loadHits, outageOf, settingOf } from "./load-hits.ts"

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

export async function show(db: Db, { companyId }: Call, disruption: Disruption): Promise<DisruptionView> {
  const { proposals } = disruption
  const times = proposals.flatMap(({ was, proposed, alternatives }) => [
    was,
    proposed ?? was,
    ...alternatives,
  ])
  const idsOf = (of: (typeof times)[number][], key: "providerId" | "locationId") => [
    ...new Set(of.map((time) => time[key])),
  ]
  const hits = await listShownHits(
    db,
    companyId,
    proposals.map(({ appointmentId }) => appointmentId),
  )
  const named = await listNames(db, companyId, idsOf(times, "providerId"), idsOf(times, "locationId"))
  const namesOf = (kind: "provider" | "location") =>
    new Map(named.filter((one) => one.kind === kind).map(({ id, name }) => [id, name]))
  return showDisruption(disruption, {
    hits: new Map(hits.map((hit) => [hit.id, hit])),
    providers: namesOf("provider"),
    locations: namesOf("location"),
  })
}
