/** The steps of an appointment, minute by minute, and in which of them the provider is free. */
import { allTypes } from "../api/lists.ts"
import { useQuery } from "../api/queries.ts"
import { formatsOf } from "../formats.ts"
import { useWords } from "../words/words.ts"
import { duration } from "./board-formats.ts"

interface StepFactsProps {
  appointment: {
    appointment_type: { id: number }
    blocks: readonly { start_time: string; end_time: string }[]
    provider: { name: string }
    timezone: string
  }
}

export function StepFacts({ appointment }: StepFactsProps) {
  const words = useWords().board
  const { appointment_type, blocks, provider, timezone } = appointment
  const { data: types = [] } = useQuery(allTypes)
  const steps = types.find(({ id }) => id === appointment_type.id)?.steps ?? []
  const [block] = blocks
  const start = Date.parse(block!.start_time)
  const total = steps.reduce((sum, { minutes }) => sum + minutes, 0)
  // A type may be divided anew after the booking.
  if (blocks.length > 1 || steps.length === 0 || start + total * 60_000 !== Date.parse(block!.end_time))
    return null
  const formats = formatsOf(timezone)
  const before = steps.map((_, at) => steps.slice(0, at).reduce((sum, { minutes }) => sum + minutes, 0))
  return (
    <>
      <dt>{words.steps}</dt>
      <dd>
        {steps.map(({ name, minutes, staffed }, at) => (
          <p key={before[at]}>
            {formats.time(new Date(start + before[at]! * 60_000).toISOString())} {name}{" "}
            <small>
              {duration(minutes)}
              {!staffed && ` · ${words.isFree({ name: provider.name })}`}
            </small>
          </p>
        ))}
      </dd>
    </>
  )
}
