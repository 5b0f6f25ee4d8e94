import { useLanguage } from "../../shared/language.ts"
import { StepFrame } from "../../shared/step-frame.tsx"
import { InvitationList } from "../invitation-list.tsx"
import { useOwnWords } from "../words.ts"
import type { StepProps } from "./step-props.ts"

/** What the company asked this visitor to book. */
export function Invitations({ state, deeds }: StepProps) {
  const { words } = useLanguage()
  const own = useOwnWords()
  const { visit } = state
  return (
    <StepFrame heading={own.invitations}>
      {visit?.customer && <p>{words.hello(visit.customer.firstName)}</p>}
      {visit?.requests.length ? (
        <InvitationList state={state} deeds={deeds} requests={visit.requests} />
      ) : (
        <p>{own.noInvitations}</p>
      )}
      <button type="button" class="quiet" onClick={() => deeds.dispatch({ type: "goTo", step: "what" })}>
        {own.bookOther}
      </button>
    </StepFrame>
  )
}
