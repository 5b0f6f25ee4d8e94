import { useState } from "preact/hooks"
import type { LinkWaitingJoinInput } from "../../../../domain/contracts/waiting.ts"
import { addDays } from "../../../../ui/dates.ts"
import type { FailureCode } from "../../../shared/api.ts"
import { Failure } from "../../../shared/notice.tsx"
import { JoinStep } from "../../../shared/waiting/join-form.tsx"
import { datesToWait, isUnreachable } from "../../../shared/waiting/joining.ts"
import { wallClock } from "../../../shared/zones.ts"
import type { StepProps } from "../commands.ts"
import { boundsOf } from "../state.ts"

/** No time suits: the link's customer waits for one, or for an earlier one than they have. */
export function Wait({ state, commands }: StepProps) {
  const { view, moving } = state
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<FailureCode | null>(null)
  const present = moving ? view.appointment : null
  const join = async (input: LinkWaitingJoinInput) => {
    setPending(true)
    setFailure(null)
    const outcome = await commands.join(input)
    setPending(false)
    if (outcome.ok) return outcome.data
    if (isUnreachable(outcome)) return "unreachable"
    setFailure(outcome.code)
    return null
  }
  const dates = datesToWait(boundsOf(view), state.today)
  const before = present && addDays(wallClock(present.startTime, present.timezone).date, -1)
  return (
    <JoinStep
      companyName={view.company.name}
      firstDate={dates.first}
      lastDate={before !== null && before >= dates.first ? before : dates.last}
      keeps={present !== null}
      pending={pending}
      onJoin={join}
    >
      {failure && <Failure code={failure} phone={view.company.phone} />}
    </JoinStep>
  )
}
