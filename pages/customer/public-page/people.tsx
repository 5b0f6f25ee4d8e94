import { useLanguage } from "../../shared/language.ts"
import type { PeopleProps } from "../../shared/times/narrowing.tsx"

/** People to choose of, with their faces and words. Who has no picture is shown by initials. */
export function People({ people, chosen, onPick }: PeopleProps) {
  const { words } = useLanguage()
  const one = (id: number | null, name: string, about?: string, imageUrl?: string) => (
    <label key={id}>
      <input type="radio" name="person" checked={id === chosen} onChange={() => onPick(id)} />
      <span class="person">
        {imageUrl ? (
          <img src={imageUrl} alt="" width={44} height={44} loading="lazy" />
        ) : (
          <span class="initials" aria-hidden="true">
            {id === null ? "…" : initialsOf(name)}
          </span>
        )}
        <span>
          <strong>{name}</strong>
          {about && <small>{about}</small>}
        </span>
      </span>
    </label>
  )
  return (
    <fieldset>
      <legend class="legend">{words.provider}</legend>
      <div class="places">
        {one(null, words.anyProvider)}
        {people.map(({ id, name, about, imageUrl }) => one(id, name, about, imageUrl))}
      </div>
    </fieldset>
  )
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : ""].map((word) => [...(word ?? "")][0] ?? "").join("")
}
