import { useLanguage } from "../../shared/language.ts"
import { PhoneLink } from "../../shared/phone-link.tsx"
import { StepFrame } from "../../shared/step.tsx"
import { NoticeBox } from "../notice-box.tsx"
import type { StepProps } from "../use-public-page.ts"
import { wishForType } from "../wish.ts"
import { useOwnWords } from "../words.ts"

/** What the company offers. One tap chooses. */
export function What({ state, commands }: StepProps) {
  const { words, formats } = useLanguage()
  const own = useOwnWords()
  const { types, company } = state.view
  return (
    <StepFrame heading={own.chooseWhat}>
      <NoticeBox state={state} commands={commands} />
      {types.length === 0 && (
        <>
          <p>{own.nothingOffered}</p>
          {company.phone && <PhoneLink phone={company.phone} asButton />}
        </>
      )}
      <ul class="offers">
        {types.map((type) => (
          <li key={type.id}>
            <button
              type="button"
              class="offer"
              onClick={() => commands.dispatch({ type: "pickWish", wish: wishForType(type, state.view) })}
            >
              <strong>{type.name}</strong>{" "}
              <span class="note">
                {type.durationOptions.map(({ label }) => label).join(", ") ||
                  formats.duration(type.blockMinutes)}{" "}
                · {words.place[type.place]}
              </span>{" "}
              {type.description && <span class="about">{type.description}</span>}
            </button>
          </li>
        ))}
      </ul>
      <button type="button" class="quiet" onClick={() => commands.dispatch({ type: "askForRequests" })}>
        {own.findRequests}
      </button>
    </StepFrame>
  )
}
