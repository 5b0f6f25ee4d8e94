/** Stores the needs and the steps that were sent, and refuses those that are not allowed. */
import { invalid, type Refusal } from "../../model/errors.ts"
import type { NeedsOfType, Step, TypeNeeds } from "../../model/type-needs.ts"

/** Nothing is stored for a type that takes one provider all the time, so that it shows nothing. */
export const plainNeeds = ({ needs, steps }: NeedsOfType): NeedsOfType => ({
  needs: needs === null || isPlain(needs) ? null : leanNeeds(needs),
  steps: steps === null || isOneStaffed(steps) ? null : steps,
})

const isPlain = ({ providers, resources = [] }: TypeNeeds) => providers === 1 && resources.length === 0

/** Without lists that are empty. */
const leanNeeds = ({ providers, resources = [] }: TypeNeeds): TypeNeeds => ({
  providers,
  ...(resources.length > 0
    ? {
        resources: resources.map(({ group, count, steps = [] }) =>
          steps.length > 0 ? { group, count, steps } : { group, count },
        ),
      }
    : {}),
})

/** A need names steps that the type has. */
export function judgeNeededSteps({ needs, steps }: NeedsOfType): Refusal | null {
  const known = steps?.length ?? 0
  const wrong = (needs?.resources ?? []).findIndex((needed) =>
    (needed.steps ?? []).some((step) => step >= known),
  )
  if (wrong < 0) return null
  return invalid(
    `needs.resources[${wrong}].steps`,
    known === 0 ? "expected none for a type without steps" : `expected steps below ${known}`,
  )
}

const isOneStaffed = (steps: readonly Step[]) =>
  steps.length === 0 || (steps.length === 1 && steps[0]!.staffed && steps[0]!.name === undefined)

export const minutesOfSteps = (steps: readonly Step[]): number =>
  steps.reduce((sum, { minutes }) => sum + minutes, 0)

/** Steps are those of one working day, fill it, and are not without the provider all the time. */
export function judgeSteps(steps: readonly Step[] | null, blockMinutes: readonly number[]): Refusal | null {
  if (steps === null) return null
  if (blockMinutes.length > 1) return invalid("steps", "expected none for a type of several days")
  if (!steps.some(({ staffed }) => staffed))
    return invalid("steps", "expected at least one with the provider")
  const sum = minutesOfSteps(steps)
  return sum === blockMinutes[0]
    ? null
    : invalid("steps", `expected ${blockMinutes[0]} minutes in all, not ${sum}`)
}
