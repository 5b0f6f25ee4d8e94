import { Directions, Pick } from "../../../shared/appointment.tsx"
import { Facts } from "../../../shared/facts.tsx"
import { useLanguage } from "../../../shared/language.ts"
import { PendingTrack, usePendingHead } from "../../../shared/pending.tsx"
import { StepFrame } from "../../../shared/step.tsx"
import type { StepProps } from "../use-waiting-link.ts"
import { useOwnWords, useTypeNames } from "../words.ts"

type BookedTime = NonNullable<StepProps["state"]["view"]["booked"]>

/** The time is the customer's. What else can be done with it is done by its own link. */
export function Booked({ state }: StepProps) {
  const { words } = useLanguage()
  const own = useOwnWords()
  const { booked, customer, entry } = state.view
  const { firstName } = customer
  const heading = firstName ? words.bookedNamed({ firstName }) : words.booked
  const title = useTypeNames(entry)
  if (!booked) return <StepFrame heading={heading} done />
  if (booked.pending) return <Asked state={state} booked={booked} pending={booked.pending} />
  if (booked.ended) return <Ended state={state} booked={booked} ended={booked.ended} />
  const { manageUrl } = booked
  return (
    <StepFrame heading={heading} done>
      <Ticket title={title} booked={booked} />
      {state.owesFiles && <p class="notice">{own.missingFiles}</p>}
      {manageUrl && (
        <a class="button" href={manageUrl}>
          {state.owesFiles ? own.sendFiles : own.manage}
        </a>
      )}
    </StepFrame>
  )
}

function Ticket({ title, booked }: { title: string; booked: BookedTime }) {
  const { locationName, locationAddress } = booked
  const location = locationName === null ? null : { name: locationName, address: locationAddress }
  return (
    <div class="ticket">
      <Pick title={title} blocks={[booked]} parts={booked.parts} kind={booked.kind} zone={booked.timezone} />
      <Facts place={null} location={location} providerName={booked.parts ? "" : booked.providerName}>
        <Directions to={locationAddress} />
      </Facts>
    </div>
  )
}

interface AskedProps {
  booked: BookedTime
  pending: NonNullable<BookedTime["pending"]>
}

/** The company has yet to say yes. What it proposes instead is answered by the appointment's own link. */
function Asked({ state, booked, pending }: Pick<StepProps, "state"> & AskedProps) {
  const { words } = useLanguage()
  const own = useOwnWords()
  const { customer, entry } = state.view
  const title = useTypeNames(entry)
  const head = usePendingHead(
    { ...booked, pending },
    booked.timezone,
    customer.firstName,
    booked.messages?.answer ?? [],
  )
  return (
    <StepFrame {...head}>
      {pending.proposals.length === 0 && <PendingTrack pending={pending} zone={booked.timezone} />}
      <Ticket title={title} booked={booked} />
      {state.owesFiles && <p class="notice">{own.missingFiles}</p>}
      {booked.manageUrl && (
        <a class="button" href={booked.manageUrl}>
          {state.owesFiles ? own.sendFiles : words.asked.track}
        </a>
      )}
    </StepFrame>
  )
}

interface EndedProps {
  booked: BookedTime
  ended: NonNullable<BookedTime["ended"]>
}

/** The booking is cancelled since, or the company said no. */
function Ended({ state, booked, ended }: Pick<StepProps, "state"> & EndedProps) {
  const own = useOwnWords()
  const { company, entry } = state.view
  const title = useTypeNames(entry)
  return (
    <StepFrame heading={own.ended[ended]} lead={own.ended.text}>
      {booked.note && <blockquote class="note">{booked.note}</blockquote>}
      <Ticket title={title} booked={booked} />
      {company.pageUrl && (
        <a class="button" href={company.pageUrl}>
          {own.otherTimes}
        </a>
      )}
    </StepFrame>
  )
}
