/** An appointment type's needs beside its one provider, and the steps that it is made of. */
import { z } from "zod"
import { minutesPerDay } from "../time/units.ts"
import { flag, name, whole } from "./fields.ts"
import type { ResourceNeed } from "./resource-plan.ts"

export const mostProviders = 8
const mostSteps = 20
const mostGroups = 10
const mostOfGroup = 20
/** The limit of a group's name. */
export const mostGroupCharacters = 100

export interface TypeNeeds {
  /** How many providers at once, the lead among them. */
  providers: number
  resources?: NeededResource[] | undefined
}

export interface NeededResource {
  group: string
  count: number
  /** Indexes of the first and the further steps that need it; left out for all the time. */
  steps?: number[] | undefined
}

export interface Step {
  name?: string | undefined
  minutes: number
  /** False: the provider is free for others meanwhile. */
  staffed: boolean
}

const neededResources = z
  .array(
    z
      .strictObject({
        group: name(mostGroupCharacters).meta({ description: "As the resources name their group." }),
        count: whole(1, mostOfGroup).default(1),
        steps: z
          .array(whole(0, mostSteps - 1))
          .max(mostSteps, { error: `expected at most ${mostSteps} steps` })
          .optional()
          .meta({
            description:
              "Counted from 0: it is taken from the first of these steps until the last, and kept in between. Left out: all the time.",
          }),
      })
      .meta({ id: "NeededResourceInput" }),
  )
  .max(mostGroups, { error: `expected at most ${mostGroups} groups` })
  .refine((needed) => new Set(needed.map(({ group }) => group)).size === needed.length, {
    error: "expected each group once",
  })
  .optional()
  .meta({
    description:
      "Rooms and equipment, so many out of each group at the location. A start is offered where all are free.",
  })

const needs = z.strictObject({
  providers: whole(1, mostProviders)
    .default(1)
    .meta({ description: "So many of those who offer it there come at once: a crew." }),
  resources: neededResources,
})

const step = z.strictObject({
  name: name(100).optional(),
  minutes: whole(5, minutesPerDay),
  staffed: flag.default(true).meta({
    description: "False: the provider can be booked by others meanwhile, as while a colour takes effect.",
  }),
})

/** As they are sent. */
export const needsFields = {
  needs: needs
    .nullable()
    .meta({ description: "What it takes beside one provider. Null, or a crew of one, for nothing else." }),
  steps: z
    .array(step)
    .max(mostSteps, { error: `expected at most ${mostSteps} steps` })
    .nullable()
    .meta({
      description:
        "What the time of one day is made of, in this order; their minutes add up to `duration_minutes`. Null or none: " +
        "one step with the provider. An option or a request of another length has no steps.",
    }),
}

export const needsViews = {
  needs: z
    .object({
      providers: z.int(),
      resources: z
        .array(z.object({ group: z.string(), count: z.int(), steps: z.array(z.int()).optional() }))
        .optional(),
    })
    .optional()
    .meta({ description: "Absent for a type that takes one provider and nothing else." }),
  steps: z
    .array(z.object({ name: z.string().optional(), minutes: z.int(), staffed: z.boolean() }))
    .optional()
    .meta({ description: "Absent for a type of one step." }),
}

/** As they are stored: null where a type takes one provider all the time. */
export interface NeedsOfType {
  needs: TypeNeeds | null
  steps: Step[] | null
}

export const noNeeds: NeedsOfType = { needs: null, steps: null }

export const showNeeds = ({ needs: taken, steps }: NeedsOfType) => ({
  ...(taken === null ? {} : { needs: taken }),
  ...(steps === null ? {} : { steps }),
})

/** How many providers an appointment of the type takes. */
export const crewOf = ({ needs: taken }: Pick<NeedsOfType, "needs">): number => taken?.providers ?? 1

/** The rooms and equipment that a job of the type takes. A job of another length than the steps has no steps. */
export function resourceNeedsOf(
  { needs: taken, steps }: NeedsOfType,
  blockMinutes: readonly number[],
): { needs?: ResourceNeed[] } {
  const needed = taken?.resources ?? []
  if (needed.length === 0) return {}
  const ends: number[] = []
  for (const { minutes } of steps ?? []) ends.push((ends.at(-1) ?? 0) + minutes)
  const hasSteps = blockMinutes.length === 1 && ends.at(-1) === blockMinutes[0]
  return {
    needs: needed.map(({ group, count, steps: at = [] }) =>
      hasSteps && at.length > 0
        ? { group, count, from: ends[Math.min(...at) - 1] ?? 0, until: ends[Math.max(...at)] ?? null }
        : { group, count, from: 0, until: null },
    ),
  }
}
