import { Pick } from "../../../shared/appointment.tsx"
import { useLanguage } from "../../../shared/language.ts"
import { StepFrame } from "../../../shared/step.tsx"
import { NoticeBox } from "../notice-box.tsx"
import type { StepProps } from "../use-waiting-link.ts"
import { useOwnWords, useTypeNames } from "../words.ts"

/** A time that is free. Only the customer's own press holds it: programs that look at messages open links, too. */
export function Offer({ state, commands }: StepProps) {
  const own = useOwnWords()
  const { pending, view } = state
  const { firstName } = view.customer
  return (
    <StepFrame
      heading={view.entry.keeps ? own.earlier({ firstName }) : own.free({ firstName })}
      lead={own.freeLead}
      underway={pending ? own.holding : null}
    >
      <NoticeBox state={state} />
      <OfferedTime state={state} />
      <button type="button" class="button primary" aria-disabled={pending} onClick={commands.hold}>
        {pending ? own.holding : own.seeAndHold}
      </button>
      <Otherwise state={state} commands={commands} />
    </StepFrame>
  )
}

/** Another customer is deciding about the time. */
export function Line({ state, commands }: StepProps) {
  const { formats } = useLanguage()
  const own = useOwnWords()
  const { pending, view } = state
  const offer = view.offer!
  const isNext = offer.state === "next"
  const isInLine = isNext || state.askedFor === offer.id
  return (
    <StepFrame
      heading={isNext ? own.next({ firstName: view.customer.firstName }) : own.other}
      lead={
        offer.until &&
        own.otherLead({
          time: `${formats.time(offer.until, offer.timezone)}, ${formats.zone(offer.timezone, offer.until)}`,
        })
      }
      underway={pending ? own.holding : null}
    >
      <NoticeBox state={state} />
      <OfferedTime state={state} />
      {isInLine ? (
        <output class="notice">
          <span>
            {view.reach && <strong>{own.mayClose}</strong>} {own.mayCloseText[view.reach ?? "none"]}
          </span>
        </output>
      ) : (
        <button type="button" class="button primary" aria-disabled={pending} onClick={commands.hold}>
          {pending ? own.holding : own.waitForIt}
        </button>
      )}
      <Otherwise state={state} commands={commands} />
    </StepFrame>
  )
}

function OfferedTime({ state }: { state: StepProps["state"] }) {
  const title = useTypeNames(state.view.entry)
  const offer = state.view.offer!
  // A visit of several types names the provider of each part.
  const where = [offer.locationName, offer.parts ? null : offer.providerName].filter(Boolean).join(", ")
  return (
    <div class="ticket">
      <Pick title={title} blocks={[offer]} parts={offer.parts} kind={offer.kind} zone={offer.timezone} />
      {where && <p class="note">{where}</p>}
    </div>
  )
}

/** The customer's other answers: not this time, or none any more. */
export function Otherwise({ state, commands }: StepProps) {
  const own = useOwnWords()
  const { pending } = state
  return (
    <div class="row two">
      <button type="button" class="button" aria-disabled={pending} onClick={() => commands.decline(false)}>
        {own.notThis}
      </button>
      <button type="button" class="button" onClick={() => commands.open("leave")}>
        {own.leave}
      </button>
    </div>
  )
}
