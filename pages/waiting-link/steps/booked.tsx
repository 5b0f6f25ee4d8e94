import { Directions, Pick } from "../../shared/appointment.tsx"
import { Facts } from "../../shared/facts.tsx"
import { useLanguage } from "../../shared/language.ts"
import { StepFrame } from "../../shared/step.tsx"
import type { StepProps } from "../use-waiting-link.ts"
import { useOwnWords, useTypeNames } from "../words.ts"

/** The time is the customer's. What else can be done with it is done by its own link. */
export function Booked({ state }: StepProps) {
  const { words } = useLanguage()
  const own = useOwnWords()
  const { booked, customer, entry } = state.view
  const { firstName } = customer
  const heading = firstName ? words.bookedNamed({ firstName }) : words.booked
  const title = useTypeNames(entry)
  if (!booked) return <StepFrame heading={heading} done />
  const { locationName, locationAddress, manageUrl } = booked
  const location = locationName === null ? null : { name: locationName, address: locationAddress }
  return (
    <StepFrame heading={heading} done>
      <div class="ticket">
        <Pick title={title} blocks={[booked]} parts={booked.parts} zone={booked.timezone} />
        <Facts place={null} location={location} providerName={booked.parts ? "" : booked.providerName}>
          <Directions to={locationAddress} />
        </Facts>
      </div>
      {state.owesFiles && <p class="notice">{own.missingFiles}</p>}
      {manageUrl && (
        <a class="button" href={manageUrl}>
          {state.owesFiles ? own.sendFiles : own.manage}
        </a>
      )}
    </StepFrame>
  )
}
