import type { PageType } from "../../../domain/contracts/public-page.ts"
import { PhoneLink } from "../../shared/company.tsx"
import { useLanguage } from "../../shared/language.ts"
import { NoticeBox } from "../notice-box.tsx"
import type { StepProps } from "../use-public-page.ts"
import { wishForType } from "../wish.ts"
import { useOwnWords } from "../words.ts"
import { Offer } from "./offer.tsx"
import { BookedHere, Returning } from "./returning.tsx"

/** What the company offers, and the ways for those who were invited or have an appointment. One tap chooses. */
export function What({ state, commands }: StepProps) {
  const own = useOwnWords()
  const { dispatch } = commands
  const { types, company } = state.view
  return (
    <>
      <BookedHere state={state} commands={commands} />
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
      <Returning state={state} commands={commands} />
    </>
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
