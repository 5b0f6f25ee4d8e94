/** The services that the visitor puts together for one visit: their order, their providers, and how long they take. */
import type { PageType } from "../../../../domain/contracts/public-page.ts"
import { useLanguage } from "../../../shared/language.ts"
import type { StepProps } from "../commands.ts"
import { wishForAll } from "../wish.ts"
import { useOwnWords } from "../words.ts"

export function Coming({ state, commands }: StepProps) {
  const { words, formats } = useLanguage()
  const own = useOwnWords().visit
  const { view, together, sameProvider } = state
  const chosen = together.flatMap((id) => view.types.find((type) => type.id === id) ?? [])
  const [first, ...rest] = chosen
  if (first === undefined) return null
  const put = (next: readonly PageType[], same = sameProvider) =>
    commands.dispatch({ type: "putTogether", together: next.map(({ id }) => id), sameProvider: same })
  const total = chosen.reduce((sum, { durationMinutes }) => sum + durationMinutes, 0)
  const names = formats.list(chosen.map(({ name }) => name))
  return (
    <>
      <section class="visit" aria-labelledby="visit">
        <h3 id="visit">{own.title}</h3>
        <ol>
          {chosen.map((type, i) => (
            <li key={type.id} class="visit-row">
              <span>
                <strong>{type.name}</strong> <small>{formats.duration(type.blockMinutes)}</small>
              </span>
              <span class="moves">
                <button
                  type="button"
                  aria-label={own.earlier({ name: type.name })}
                  aria-disabled={i === 0}
                  onClick={() => i > 0 && put(swapped(chosen, i - 1))}
                >
                  ↑
                </button>
                <button
                  type="button"
                  aria-label={own.later({ name: type.name })}
                  aria-disabled={i === chosen.length - 1}
                  onClick={() => i < chosen.length - 1 && put(swapped(chosen, i))}
                >
                  ↓
                </button>
                <button
                  type="button"
                  aria-label={own.takeOut({ name: type.name })}
                  onClick={() => put(chosen.filter((one) => one !== type))}
                >
                  ×
                </button>
              </span>
            </li>
          ))}
        </ol>
        {rest.length > 0 && (
          <fieldset class="options">
            <legend class="legend">{own.byWhom}</legend>
            {([false, true] as const).map((same) => (
              <label key={String(same)}>
                <input
                  type="radio"
                  name="by-whom"
                  checked={sameProvider === same}
                  onChange={() => put(chosen, same)}
                />
                {same ? own.onePerson : own.anyPerson}
              </label>
            ))}
          </fieldset>
        )}
      </section>
      <div class="basket">
        <span>
          {own.services({ count: chosen.length })} <strong>{formats.duration([total])}</strong>
        </span>
        <button
          type="button"
          class="button primary"
          onClick={() =>
            commands.dispatch({
              type: "pickWish",
              wish: wishForAll([first, ...rest], view, { names, sameProvider }),
            })
          }
        >
          {words.chooseTime}
        </button>
      </div>
    </>
  )
}

/** With the entry at the index and the one behind it in each other's place. */
function swapped(types: readonly PageType[], index: number): PageType[] {
  const next = [...types]
  next.splice(index, 2, types[index + 1]!, types[index]!)
  return next
}
