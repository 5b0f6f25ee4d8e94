import type { ComponentChildren } from "preact"
import { PhoneLink } from "../../shared/company.tsx"
import { useLanguage } from "../../shared/language.ts"
import type { PageType } from "../contract.ts"
import { NoticeBox } from "../notice-box.tsx"
import type { StepProps } from "../use-public-page.ts"
import { wishForType } from "../wish.ts"
import { useOwnWords } from "../words.ts"

/** What the company offers, and the ways for those who were invited or have an appointment. One tap chooses. */
export function What({ state, commands }: StepProps) {
  const own = useOwnWords()
  const { dispatch } = commands
  const { types, company } = state.view
  return (
    <>
      <h2 data-step-heading tabIndex={-1}>
        {own.chooseWhat}
      </h2>
      <NoticeBox state={state} commands={commands} />
      {types.length === 0 && (
        <>
          <p>{own.nothingOffered}</p>
          {company.phone && <PhoneLink phone={company.phone} asButton />}
        </>
      )}
      <ul class="list">
        {types.map((type) => (
          <Offer
            key={type.id}
            name={type.name}
            about={type.description}
            onPick={() => dispatch({ type: "pickWish", wish: wishForType(type, state.view) })}
          >
            <Meta type={type} />
          </Offer>
        ))}
      </ul>
      <ul class="list minor">
        {state.view.canTextLinks && (
          <Offer
            name={own.haveAppointment}
            about={own.haveAppointmentAbout}
            onPick={() => dispatch({ type: "lookFor", what: "links" })}
          />
        )}
        <Offer
          name={own.findRequests}
          about={own.findRequestsAbout}
          onPick={() => dispatch({ type: "lookFor", what: "requests" })}
        />
      </ul>
    </>
  )
}

interface OfferProps {
  name: string
  about: string | null
  onPick(): void
  children?: ComponentChildren
}

function Offer({ name, about, onPick, children }: OfferProps) {
  return (
    <li>
      <button type="button" class="offer" onClick={onPick}>
        <span>
          <strong>{name}</strong> {about && <small>{about}</small>}
        </span>{" "}
        {children}
      </button>
    </li>
  )
}

/** How long, and where. */
function Meta({ type }: { type: PageType }) {
  const { words, formats } = useLanguage()
  const { durationOptions, blockMinutes, place } = type
  return (
    <span class="meta">
      <b>{durationOptions.map(({ label }) => label).join(", ") || formats.duration(blockMinutes)}</b>{" "}
      <span>{words.place[place]}</span>
    </span>
  )
}
