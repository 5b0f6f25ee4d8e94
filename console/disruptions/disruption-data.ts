/** The reads of the screens of a day that breaks. */
import { type Answer, api } from "../api/client.ts"
import { queries } from "../api/queries.ts"

export type Disruption = Answer<"readDisruption">
export type Proposal = Disruption["proposals"][number]
export type ProposedTime = Proposal["was"]

export const disruptionOf = (id: number) => ({
  queryKey: ["disruptions", id] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => api.readDisruption({ id }, { signal }),
})

/** Read again with each version, since the words follow what is proposed. */
export const messagesOf = ({ id, version }: Disruption, { appointment_id }: Proposal) => ({
  queryKey: ["disruptions", id, version, "messages", appointment_id] as const,
  queryFn: () => api.previewDisruptionMessages({ id, appointment_id }),
})

export const keepDisruption = (disruption: Disruption): void => {
  queries.setQueryData(disruptionOf(disruption.id).queryKey, disruption)
}

export interface Choice {
  appointment_id: number
  action: "move" | "propose" | "leave" | "offer_link"
  provider_id?: number
  location_id?: number
  start_time?: string
  silent_channels?: ("sms" | "mail")[]
}

/** Staff's settings so far, as they are sent again with one more change. */
export const choicesOf = ({ proposals }: Disruption): Choice[] =>
  proposals.flatMap((proposal): Choice[] => {
    const { appointment_id, is_chosen, silent_channels, outcome, proposed } = proposal
    const silent = silent_channels as ("sms" | "mail")[]
    if (!is_chosen && silent.length === 0) return []
    const told = { appointment_id, silent_channels: silent }
    if (!is_chosen) return [{ ...told, action: "propose" }]
    if (outcome === "left") return [{ ...told, action: "leave" }]
    return proposed === null ? [{ ...told, action: "offer_link" }] : [{ ...told, ...movingTo(proposed) }]
  })

export const movingTo = ({ provider, location, start_time }: ProposedTime) => ({
  ...{ action: "move" as const, provider_id: provider.id, location_id: location.id, start_time },
})

/** The choices with this one in place of what was chosen of the appointment. */
export const withChoice = (disruption: Disruption, choice: Choice): Choice[] => [
  ...choicesOf(disruption).filter(({ appointment_id }) => appointment_id !== choice.appointment_id),
  choice,
]

/** In the order of what a customer notices. */
export const groups = ["unplaced", "told", "kept", "left"] as const
