/** The rows of the palette in their groups. */
import { Icon } from "../parts/icon.tsx"
import { useWords } from "../words/words.ts"
import type { Entry, GroupName } from "./entry.ts"
import { markedIn, termsIn } from "./terms.ts"

interface PaletteListProps {
  id: string
  label: string
  groups: readonly { name: GroupName | null; entries: readonly Entry[] }[]
  wanted: string
  /** The chosen row, counted over all groups. */
  at: number
  onTake(entry: Entry): void
}

export function PaletteList({ id, label, groups, wanted, at, onTake }: PaletteListProps) {
  const words = useWords().palette.groups
  const terms = termsIn(wanted)
  const firsts = groups.map((_, group) =>
    groups.slice(0, group).reduce((sum, each) => sum + each.entries.length, 0),
  )
  return (
    <div id={`${id}-list`} class="palette-list" role="listbox" aria-label={label}>
      {groups.map(({ name, entries }, group) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox holds groups of options, no fieldsets
        <div key={name ?? "deeds of one"} role="group" aria-label={name ? words[name] : label}>
          <p class="palette-group" aria-hidden="true">
            {name ? words[name] : label}
          </p>
          {entries.map((entry, index) => (
            <PaletteRow
              key={entry.id}
              id={`${id}-${firsts[group]! + index}`}
              entry={entry}
              terms={terms}
              isChosen={firsts[group]! + index === at}
              onTake={() => onTake(entry)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

interface PaletteRowProps {
  id: string
  entry: Entry
  terms: readonly string[]
  isChosen: boolean
  onTake(): void
}

function PaletteRow({
  id,
  entry: { title, about, side, icon, deeds },
  terms,
  isChosen,
  onTake,
}: PaletteRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the option
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onTake}
    >
      <span class="palette-icon" aria-hidden="true">
        {icon ? <Icon name={icon} small /> : initialsOf(title)}
      </span>
      <span class="palette-words">
        <strong>
          <Marked text={title} terms={terms} />
        </strong>
        {about && (
          <small>
            <Marked text={about} terms={terms} />
          </small>
        )}
      </span>
      <span class="palette-side">
        {side && <small>{side}</small>}
        {isChosen && deeds.length > 1 && <kbd>Tab</kbd>}
      </span>
    </div>
  )
}

function Marked({ text, terms }: { text: string; terms: readonly string[] }) {
  return (
    <>{markedIn(text, terms).map((piece) => (piece.isMarked ? <mark>{piece.text}</mark> : piece.text))}</>
  )
}

const initialsOf = (name: string): string => {
  const words = name.split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : ""].map((word) => [...(word ?? "")][0] ?? "").join("")
}
