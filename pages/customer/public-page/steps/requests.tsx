import type { SchedulingRequestView } from "../../../../domain/contracts/public-page.ts"
import { useLanguage } from "../../../shared/language.ts"
import { StepFrame } from "../../../shared/step.tsx"
import type { StepProps } from "../commands.ts"
import { wishForRequest } from "../wish.ts"
import { useOwnWords } from "../words.ts"

/** The verified visitor's scheduling requests. */
export function Requests({ state, commands }: StepProps) {
  const { words } = useLanguage()
  const own = useOwnWords()
  const { verifiedVisit } = state
  return (
    <StepFrame
      heading={own.yourRequests}
      lead={verifiedVisit?.customer && words.hello({ firstName: verifiedVisit.customer.firstName })}
    >
      {verifiedVisit?.requests.length ? (
        <RequestList commands={commands} requests={verifiedVisit.requests} />
      ) : (
        <p>{own.noRequests}</p>
      )}
      <button type="button" class="quiet" onClick={() => commands.dispatch({ type: "goTo", step: "what" })}>
        {own.bookOther}
      </button>
    </StepFrame>
  )
}

interface RequestListProps extends Pick<StepProps, "commands"> {
  requests: SchedulingRequestView[]
}

/** Scheduling requests. One tap starts booking one. */
export function RequestList({ commands, requests }: RequestListProps) {
  const { formats } = useLanguage()
  const own = useOwnWords()
  const datesOf = ({ earliestDate, latestDate }: (typeof requests)[number]) => {
    const first = earliestDate && formats.shortDay(earliestDate)
    const last = latestDate && formats.shortDay(latestDate)
    if (first && last) return own.requestDates({ first, last })
    return first ? own.requestFrom({ first }) : last && own.requestUntil({ last })
  }
  return (
    <ul class="list boxed">
      {requests.map((request) => (
        <li key={request.id}>
          <button
            type="button"
            class="offer"
            onClick={() => commands.dispatch({ type: "pickWish", wish: wishForRequest(request) })}
          >
            <span>
              <strong>{request.typeName}</strong>{" "}
              <small>
                {[formats.labelled(request.durationLabel, request.blockMinutes), datesOf(request)]
                  .filter(Boolean)
                  .join(" · ")}
              </small>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
