import { useLanguage } from "../shared/language.ts"
import type { OpenRequestView } from "./contract.ts"
import type { StepProps } from "./steps/step-props.ts"
import { wishForRequest } from "./wish.ts"
import { useOwnWords } from "./words.ts"

interface InvitationListProps extends StepProps {
  requests: OpenRequestView[]
}

/** Requests; one tap sets out to book one. */
export function RequestList({ state, commands, requests }: InvitationListProps) {
  const { formats } = useLanguage()
  const own = useOwnWords()
  const day = (date: string | null) => date && formats.shortDay(date)
  return (
    <ul class="offers">
      {requests.map((request) => (
        <li key={request.id}>
          <button
            type="button"
            class="offer"
            onClick={() => commands.dispatch({ type: "pickWish", wish: wishForRequest(request, state.view) })}
          >
            <strong>{request.typeName}</strong>{" "}
            <span class="note">
              {[
                request.durationLabel ?? formats.duration(request.blockMinutes),
                own.requestDates(day(request.earliestDate), day(request.latestDate)),
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
