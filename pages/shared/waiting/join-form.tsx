import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import type { LinkWaitingJoinInput, WaitingJoinedView } from "../../../domain/contracts/waiting.ts"
import { StepFrame, useLateHeading } from "../step.tsx"
import { WishForm, Wrongly } from "./wish-fields.tsx"
import { useWishWords } from "./wish-words.ts"

interface JoinStepProps {
  companyName: string
  firstDate: string
  lastDate: string
  /** The customer has a time, and keeps it until an earlier one is taken. */
  keeps: boolean
  /** Null where it failed: `children` say why. */
  onJoin(input: LinkWaitingJoinInput): Promise<WaitingJoinedView | "unreachable" | null>
  pending: boolean
  children?: ComponentChildren
}

/** Joins the waiting list, and goes on to the entry's own page. Neither box is ticked before the customer ticks it. */
export function JoinStep({
  companyName,
  firstDate,
  lastDate,
  keeps,
  onJoin,
  pending,
  children,
}: JoinStepProps) {
  const own = useWishWords()
  const [consents, setConsents] = useState({ textOffers: false, mailOffers: false })
  const [joined, setJoined] = useState(false)
  const [wrong, setWrong] = useState<"tickOne" | "unreachable" | null>(null)
  useLateHeading(own !== null)
  if (!own) return <div class="skeleton" aria-hidden="true" />
  if (joined)
    return (
      <StepFrame heading={own.joined} done>
        <p>{own.joinedText}</p>
      </StepFrame>
    )
  const tick = (name: "textOffers" | "mailOffers") => (event: { currentTarget: HTMLInputElement }) => {
    setWrong(null)
    setConsents({ ...consents, [name]: event.currentTarget.checked })
  }
  const first = { from: firstDate, until: lastDate, weekdays: [], parts: [], channels: null }
  return (
    <StepFrame
      heading={keeps ? own.headingEarlier : own.heading}
      lead={keeps ? own.keeps : own.lead}
      underway={pending ? own.joining : null}
    >
      <WishForm
        first={first}
        pending={pending}
        label={pending ? own.joining : own.join}
        onSend={async (wishes) => {
          if (!consents.textOffers && !consents.mailOffers) return setWrong("tickOne")
          const entry = await onJoin({ ...wishes, ...consents })
          if (entry === "unreachable") setWrong(entry)
          else if (entry?.waitUrl) location.assign(entry.waitUrl)
          else if (entry) setJoined(true)
        }}
      >
        <div class="tickable">
          <label>
            <input
              type="checkbox"
              checked={consents.textOffers}
              aria-describedby="offers-consent"
              onChange={tick("textOffers")}
            />
            {own.textOffers}
          </label>
          <p class="note" id="offers-consent">
            {own.consent({ company: companyName })}
          </p>
        </div>
        <div class="tickable">
          <label>
            <input type="checkbox" checked={consents.mailOffers} onChange={tick("mailOffers")} />
            {own.mailOffers}
          </label>
        </div>
        {wrong && <Wrongly>{own[wrong]}</Wrongly>}
        {children}
      </WishForm>
    </StepFrame>
  )
}
