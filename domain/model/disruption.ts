/** A day that breaks: a provider who cannot come, or a location that closes, and what is proposed for each appointment hit. */
import { z } from "zod"
import { isoOfMinute } from "../time/dates.ts"
import { msPerDay } from "../time/units.ts"
import { silentChannels } from "./appointment.ts"
import { type ClassSession, classSessionView, showClassSession } from "./class-session.ts"
import { flag, id, ifVersion, line, minuteInstant, timestamp } from "./fields.ts"
import type { DayPlan } from "./plan.ts"
import { idAndName, iso, isoOrNull } from "./views.ts"

/** Kept so long after they were made. */
export const disruptionDays = 90

const longestDays = 31

/** More than these are no day that staff look through. */
export const mostHits = 300

const span = {
  from: minuteInstant,
  to: minuteInstant.meta({ description: `At most ${longestDays} days after \`from\`.` }),
  reason: line(500)
    .nullable()
    .default(null)
    .meta({ description: "For staff alone. Customers never read it." }),
}

export const disruptionInput = z
  .strictObject({
    provider_id: id.optional().meta({ description: "Who cannot come. Either this or `location_id`." }),
    location_id: id.optional().meta({ description: "What closes. Either this or `provider_id`." }),
    ...span,
  })
  .superRefine(({ provider_id, location_id, from, to }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message })
    if ((provider_id === undefined) === (location_id === undefined))
      refuse("provider_id", "expected either provider_id or location_id")
    const days = (Date.parse(to) - Date.parse(from)) / msPerDay
    if (days <= 0) refuse("to", "expected a time after from")
    else if (days > longestDays) refuse("to", `expected at most ${longestDays} days after from`)
  })
  .meta({
    examples: [
      {
        provider_id: 7,
        from: "2027-03-16T15:42:00.000Z",
        to: "2027-03-16T23:00:00.000Z",
        reason: "ill",
      },
    ],
  })

const choiceInput = z
  .strictObject({
    appointment_id: id,
    action: z.enum(["move", "propose", "leave", "offer_link"], {
      error: "expected move, propose, leave or offer_link",
    }),
    provider_id: id.optional(),
    location_id: id.optional().meta({ description: "Left out: the appointment's own." }),
    start_time: minuteInstant.optional(),
    silent_channels: silentChannels,
  })
  .superRefine(({ action, provider_id, start_time }, context) => {
    if (action === "move" && (provider_id === undefined || start_time === undefined))
      context.addIssue({
        code: "custom",
        path: ["provider_id"],
        message: "expected provider_id and start_time to move it to",
      })
  })

export const choicesInput = z
  .strictObject({
    choices: z
      .array(choiceInput)
      .max(mostHits, { error: `expected at most ${mostHits} choices` })
      .meta({
        description:
          "All that staff have set themselves; the rest is worked out anew. `move`: to this provider and start. `propose`: the " +
          "service decides. `leave`: it stays where it is. `offer_link`: its customer is asked to choose. `silent_channels`: " +
          "what the customer is not told by.",
      }),
    if_version: ifVersion,
  })
  .superRefine(({ choices }, context) => {
    if (new Set(choices.map(({ appointment_id }) => appointment_id)).size < choices.length)
      context.addIssue({ code: "custom", path: ["choices"], message: "expected one choice an appointment" })
  })
  .meta({
    examples: [
      {
        choices: [
          { appointment_id: 44, action: "move", provider_id: 8, start_time: "2027-03-16T16:30:00.000Z" },
          { appointment_id: 45, action: "leave" },
        ],
      },
    ],
  })

export const applyInput = z
  .strictObject({
    if_version: ifVersion,
    close: flag.default(true).meta({
      description: "Also closes the stretch to booking, by time off of those whom it takes.",
    }),
  })
  .meta({ examples: [{ if_version: 2 }] })

export const outcomes = ["kept", "told", "unplaced", "left"] as const
export type Outcome = (typeof outcomes)[number]

/**
 * Why an appointment has no proposal. `started`: it is under way. `pending`: it waits for an answer, which says no or proposes
 * times. `booked_together`: of days that were worked out when those that follow one another were not moved. `in_class`: of days
 * that were worked out when seats of a class were looked at one by one.
 */
export const unplacedReasons = [
  "none_free",
  "started",
  "pending",
  "booked_together",
  "in_class",
  "asked",
] as const
export type UnplacedReason = (typeof unplacedReasons)[number]

/** A customer without a time chooses one by the link, unless staff alone can help. */
export const isAskedToChoose = ({ outcome, reason }: Pick<Proposal, "outcome" | "reason">): boolean =>
  outcome === "unplaced" && reason !== "pending" && reason !== "started" && reason !== "in_class"

const proposedTime = z.object({
  start_time: timestamp,
  end_time: timestamp,
  provider: idAndName,
  crew: z.array(idAndName).optional().meta({
    description: "Who comes beside the provider. Absent of one who comes alone, and of alternatives.",
  }),
  location: idAndName,
  planned_start: timestamp
    .optional()
    .meta({ description: "Of a window: when the work is planned to start." }),
})

export const proposalView = z.object({
  appointment_id: z.int(),
  customer: idAndName,
  appointment_type: idAndName,
  timezone: z.string(),
  was: proposedTime,
  is_window: z.boolean(),
  outcome: z.enum(outcomes).meta({
    description:
      "`kept`: nothing promised changes, and the customer hears nothing. `told`: the start, the window or a person who was " +
      "named changes. `unplaced`: no time was found. `left`: staff leave it where it is.",
  }),
  reason: z.enum(unplacedReasons).nullable().meta({ description: "Why it is `unplaced`; else null." }),
  proposed: proposedTime.nullable(),
  alternatives: z.array(proposedTime).meta({ description: "Up to three others, the nearest first." }),
  is_chosen: z.boolean().meta({ description: "Staff have set it themselves." }),
  silent_channels: z.array(z.string()),
  applied: z.enum(["done", "changed"]).nullable().meta({
    description:
      "Null before it is applied. `changed`: somebody changed the appointment meanwhile, so it stayed as it is.",
  }),
})

export const disruptionView = z.object({
  id: z.int(),
  provider: idAndName.nullable(),
  location: idAndName.nullable(),
  from: timestamp,
  to: timestamp,
  timezone: z
    .string()
    .meta({ description: "The time zone of the location, or of the company where there is none." }),
  reason: z.string().nullable(),
  version: z.int(),
  worked_out_at: timestamp,
  applied_at: timestamp.nullable(),
  counts: z.object({ kept: z.int(), told: z.int(), unplaced: z.int(), left: z.int() }),
  proposals: z.array(proposalView).meta({ description: "In the order of their starts." }),
  sessions: z
    .array(classSessionView)
    .optional()
    .meta({
      description:
        "The classes between the two times that still stand, in the order of their starts, with the seats that are taken: each is " +
        "moved, given to somebody else or cancelled as one, by its own address. Absent where there are none.",
    }),
})

export type DisruptionView = z.input<typeof disruptionView>

/** Minutes since 1970-01-01T00:00Z. */
export interface ProposedTime {
  providerId: number
  /** The crew beside the provider; left out for none. */
  crewIds?: readonly number[]
  locationId: number
  start: number
  end: number
  /** The planned start in a window. */
  plannedStart: number | null
}

export const besideOf = (crewIds: readonly number[]): Pick<ProposedTime, "crewIds"> =>
  crewIds.length === 0 ? {} : { crewIds }

/** As it is stored. */
export interface Proposal {
  appointmentId: number
  /** The appointment's, when it was worked out. */
  version: number
  outcome: Outcome
  reason: UnplacedReason | null
  was: ProposedTime
  isWindow: boolean
  proposed: ProposedTime | null
  alternatives: ProposedTime[]
  applied: "done" | "changed" | null
}

export type Choice = z.output<typeof choicesInput>["choices"][number]

/** A location's date on which windows are kept. */
export interface KeptPlan {
  locationId: number
  date: number
  plan: DayPlan
}

export interface Disruption {
  id: number
  provider_id: number | null
  provider_name: string | null
  location_id: number | null
  location_name: string | null
  timezone: string
  start_at: Date
  end_at: Date
  reason: string | null
  version: number
  choices: Choice[]
  proposals: Proposal[]
  plans: KeptPlan[]
  worked_out_at: Date
  applied_at: Date | null
  created_at: Date
}

/** The part of an appointment that a proposal shows. */
export interface ShownHit {
  id: number
  customer_id: number
  customer_name: string
  appointment_type_id: number
  type_name: string
  timezone: string
}

export interface ShownNames {
  hits: ReadonlyMap<number, ShownHit>
  providers: ReadonlyMap<number, string>
  locations: ReadonlyMap<number, string>
  /** The sessions that the disruption hits. */
  sessions: readonly ClassSession[]
}

export function showDisruption(disruption: Disruption, names: ShownNames): DisruptionView {
  const { provider_id, location_id, proposals, choices } = disruption
  const chosen = new Map(choices.map((choice) => [choice.appointment_id, choice]))
  const shown = proposals.flatMap((proposal) => {
    const hit = names.hits.get(proposal.appointmentId)
    return hit ? [showProposal(proposal, hit, chosen.get(proposal.appointmentId) ?? null, names)] : []
  })
  const count = (outcome: Outcome) => shown.filter((one) => one.outcome === outcome).length
  return {
    id: disruption.id,
    provider: provider_id === null ? null : { id: provider_id, name: disruption.provider_name! },
    location: location_id === null ? null : { id: location_id, name: disruption.location_name! },
    from: iso(disruption.start_at),
    to: iso(disruption.end_at),
    timezone: disruption.timezone,
    reason: disruption.reason,
    version: disruption.version,
    worked_out_at: iso(disruption.worked_out_at),
    applied_at: isoOrNull(disruption.applied_at),
    counts: { kept: count("kept"), told: count("told"), unplaced: count("unplaced"), left: count("left") },
    proposals: shown,
    ...(names.sessions.length > 0 ? { sessions: names.sessions.map(showClassSession) } : {}),
  }
}

function showProposal(
  proposal: Proposal,
  hit: ShownHit,
  choice: Choice | null,
  names: ShownNames,
): z.input<typeof proposalView> {
  const show = (time: ProposedTime) => showTime(time, names)
  return {
    appointment_id: proposal.appointmentId,
    customer: { id: hit.customer_id, name: hit.customer_name },
    appointment_type: { id: hit.appointment_type_id, name: hit.type_name },
    timezone: hit.timezone,
    was: show(proposal.was),
    is_window: proposal.isWindow,
    outcome: proposal.outcome,
    reason: proposal.reason,
    proposed: proposal.proposed && show(proposal.proposed),
    alternatives: proposal.alternatives.map(show),
    is_chosen: choice !== null && choice.action !== "propose",
    silent_channels: choice?.silent_channels ?? [],
    applied: proposal.applied,
  }
}

function showTime(time: ProposedTime, { providers, locations }: ShownNames): z.input<typeof proposedTime> {
  const named = (id: number) => ({ id, name: providers.get(id) ?? "" })
  return {
    start_time: isoOfMinute(time.start),
    end_time: isoOfMinute(time.end),
    provider: named(time.providerId),
    ...(time.crewIds?.length ? { crew: time.crewIds.map(named) } : {}),
    location: { id: time.locationId, name: locations.get(time.locationId) ?? "" },
    ...(time.plannedStart === null ? {} : { planned_start: isoOfMinute(time.plannedStart) }),
  }
}
