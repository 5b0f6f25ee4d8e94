import type { PageType } from "../../../../domain/contracts/public-page.ts"
import { PhoneLink } from "../../../shared/company.tsx"
import { useLanguage } from "../../../shared/language.ts"
import { lazy } from "../../../shared/lazy.tsx"
import type { StepProps } from "../commands.ts"
import { NoticeBox } from "../notice-box.tsx"
import { wishForType } from "../wish.ts"
import { publicPageWords, useOwnWords } from "../words.ts"
import { ExistingOnly } from "./existing-only.tsx"
import { Offer } from "./offer.tsx"
import { BookedHere, Returning } from "./returning.tsx"

/** The service takes no more in one visit. */
const mostAtOnce = 5

const Coming = lazy(
  async () => (await Promise.all([import("./coming.tsx"), publicPageWords.loadLater()]))[0].Coming,
)

/** The company's offer, and the ways for visitors who were invited or have an appointment. One tap chooses. */
export function What({ state, commands }: StepProps) {
  const own = useOwnWords()
  const { dispatch } = commands
  const { types, company } = state.view
  const { together, sameProvider } = state
  const canCombine = types.filter(({ isLinkable }) => isLinkable).length > 1
  const put = (next: number[]) => dispatch({ type: "putTogether", together: next, sameProvider })
  const isIn = ({ id }: PageType) => together.includes(id)
  const mayAdd = (type: PageType) =>
    canCombine && type.isLinkable && (isIn(type) || together.length < mostAtOnce)
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
      <ExistingOnly view={state.view} />
      {canCombine && <p class="note">{own.several}</p>}
      <ul class="list">
        {types.map((type, at) => (
          <Offer
            key={type.id}
            heading={type.category === types[at - 1]?.category ? undefined : type.category}
            name={type.name}
            about={type.description}
            imageUrl={type.imageUrl}
            onPick={() => dispatch({ type: "pickWish", wish: wishForType(type, state.view) })}
            beside={
              mayAdd(type) && (
                <button
                  type="button"
                  class={isIn(type) ? "add in" : "add"}
                  onClick={() =>
                    put(isIn(type) ? together.filter((id) => id !== type.id) : [...together, type.id])
                  }
                >
                  {isIn(type) ? own.coming.added : own.coming.add} <span class="said">{type.name}</span>
                </button>
              )
            }
          >
            <Meta type={type} />
          </Offer>
        ))}
      </ul>
      {together.length > 0 && <Coming state={state} commands={commands} />}
      <Returning state={state} commands={commands} />
    </>
  )
}

/** How long, for how much, and where it is elsewhere than at the company. */
function Meta({ type }: { type: PageType }) {
  const { words, formats } = useLanguage()
  const { durationOptions, blockMinutes, place, priceText } = type
  return (
    <span class="meta">
      <b>{durationOptions.map(({ label }) => label).join(", ") || formats.duration(blockMinutes)}</b>{" "}
      {priceText && <span>{priceText}</span>} {place !== "at_location" && <span>{words.place[place]}</span>}
    </span>
  )
}
