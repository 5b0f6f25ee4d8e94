/** The providers of one appointment: its own, who leads, and those who come beside. */
import { z } from "zod"

export interface CrewMember {
  id: number
  name: string
}

/** The crew of an appointment that takes several providers. */
export interface CrewOfAppointment {
  /** The members beside its own provider, in the order in which they were chosen; null for an appointment of one provider. */
  crew: CrewMember[] | null
  /** One of its providers has time off then, or is not active any more. */
  understaffed: boolean
}

export const crewViews = {
  providers: z
    .array(z.object({ id: z.int(), name: z.string(), lead: z.boolean() }))
    .optional()
    .meta({ description: "All who come, the lead first. Absent for an appointment of one provider." }),
  understaffed: z
    .literal(true)
    .optional()
    .meta({ description: "One of them has time off then, or is not active any more. Absent otherwise." }),
}

interface WithCrew extends Pick<CrewOfAppointment, "crew"> {
  provider_id: number
  provider_name: string
}

const shownProviders = ({ provider_id, provider_name, crew }: WithCrew) => [
  { id: provider_id, name: provider_name, lead: true },
  ...crew!.map(({ id, name }) => ({ id, name, lead: false })),
]

/** For the specification's shapes, which stay as they are for an appointment of one provider. */
export const showProviders = (appointment: WithCrew) =>
  appointment.crew === null ? {} : { providers: shownProviders(appointment) }

export const showCrew = (appointment: WithCrew & CrewOfAppointment) => ({
  ...showProviders(appointment),
  ...(appointment.understaffed ? { understaffed: true as const } : {}),
})

/** The ids of the crew beside the provider. */
export const crewIdsOf = ({ crew }: { crew: readonly { id: number }[] }): number[] => crew.map(({ id }) => id)

/** The providers whose time the appointment takes, its own first. */
export const providerIdsOf = ({ provider_id, crew }: Pick<WithCrew, "provider_id" | "crew">): number[] => [
  provider_id,
  ...(crew ?? []).map(({ id }) => id),
]
