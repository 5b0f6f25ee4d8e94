import { useLanguage } from "../../shared/language.ts"
import { StepFrame } from "../../shared/step-frame.tsx"
import { RequestList } from "../request-list.tsx"
import { useOwnWords } from "../words.ts"
import type { StepProps } from "./step-props.ts"

/** What the company asked this visitor to book. */
export function Requests({ state, commands }: StepProps) {
  const { words } = useLanguage()
  const own = useOwnWords()
  const { verifiedVisit } = state
  return (
    <StepFrame heading={own.yourRequests}>
      {verifiedVisit?.customer && <p>{words.hello(verifiedVisit.customer.firstName)}</p>}
      {verifiedVisit?.requests.length ? (
        <RequestList state={state} commands={commands} requests={verifiedVisit.requests} />
      ) : (
        <p>{own.noRequests}</p>
      )}
      <button type="button" class="quiet" onClick={() => commands.dispatch({ type: "goTo", step: "what" })}>
        {own.bookOther}
      </button>
    </StepFrame>
  )
}
