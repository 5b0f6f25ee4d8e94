/** Search or do: one field over the screen where one is, and under it what fits. The focus stays in the field. */
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks"
import { Icon } from "../parts/icon.tsx"
import { go } from "../router.ts"
import type { Screen } from "../screen.ts"
import { useWords } from "../words/words.ts"
import type { Deed, Entry } from "./entry.ts"
import { PaletteList } from "./palette-list.tsx"
import { remember } from "./recent.ts"
import { useFound } from "./use-found.ts"
import "../styles/palette.css"

interface PaletteDialogProps {
  /** The screens among the deeds. */
  screens: readonly Screen[]
  /** While the dialog was fetched. */
  typedAhead: { readonly current: string }
  onClose(): void
}

export function PaletteDialog({ screens, typedAhead, onClose }: PaletteDialogProps) {
  const words = useWords().palette
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(() => typedAhead.current)
  const [chosenId, setChosenId] = useState<string | null>(null)
  /** The row whose deeds are listed. */
  const [opened, setOpened] = useState<Entry | null>(null)
  /** Enter was pressed before the answer to what was typed had come. */
  const [isAwaited, setAwaited] = useState(false)
  const { groups: found, wanted, isWaiting } = useFound(typed, screens)
  const groups = opened ? [{ name: null, entries: deedsOf(opened) }] : found
  const entries: readonly Entry[] = groups.flatMap((group) => group.entries)
  const at = Math.max(
    0,
    entries.findIndex((entry) => entry.id === chosenId),
  )
  const chosen = entries[at]
  useLayoutEffect(() => {
    dialog.current!.showModal()
    field.current!.focus()
  }, [])
  useLayoutEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: "nearest" })
  }, [id, at])
  useEffect(() => {
    if (!isAwaited || isWaiting) return
    setAwaited(false)
    if (chosen) take(chosen)
  }, [isAwaited, isWaiting])

  function take(entry: Entry, deed: Deed = entry.deeds[0]): void {
    if (!opened) remember(entry)
    // Also what the palette lies over.
    for (const each of document.querySelectorAll<HTMLDialogElement>("dialog[open]")) each.close()
    if (deed.run) deed.run()
    else go(deed.to!)
  }

  function showDeeds(entry: Entry | null): void {
    setOpened(entry)
    setChosenId(null)
  }

  function keyDown(event: KeyboardEvent): void {
    if (event.isComposing) return
    const { key, ctrlKey, metaKey, altKey } = event
    const isLetter = key.length === 1 && !ctrlKey && !metaKey && !altKey
    const byKey = opened && isLetter ? opened.deeds.find((deed) => deed.key === key.toLowerCase()) : undefined
    if (key === "ArrowDown" || key === "ArrowUp") {
      const step = key === "ArrowDown" ? 1 : -1
      setChosenId(entries[(at + step + entries.length) % Math.max(1, entries.length)]?.id ?? null)
    } else if (key === "Enter") {
      if (isWaiting && chosenId === null && !opened) setAwaited(true)
      else if (chosen) take(chosen)
    } else if (byKey) take(opened!, byKey)
    else if (key === "Tab") {
      if (opened) showDeeds(null)
      else if (chosen && !event.shiftKey) showDeeds(chosen)
    } else if (opened && (key === "Escape" || key === "Backspace")) showDeeds(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label={words.label}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
      onKeyDown={(event) => event.key === "Escape" && event.stopPropagation()}
    >
      <div class="palette-field">
        <Icon name="search" />
        <input
          ref={field}
          role="combobox"
          aria-label={words.label}
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={chosen && `${id}-${at}`}
          autocomplete="off"
          spellcheck={false}
          placeholder={words.hint}
          value={typed}
          readOnly={opened !== null}
          onInput={(event) => {
            setTyped(event.currentTarget.value)
            setChosenId(null)
            setAwaited(false)
          }}
          onKeyDown={keyDown}
        />
        <button type="button" class="button plain" onClick={() => dialog.current!.close()}>
          <kbd>Esc</kbd> <Icon name="x" />
          <span class="said">{useWords().shell.close}</span>
        </button>
      </div>
      <PaletteList
        id={id}
        label={opened ? words.withIt({ name: opened.title }) : words.label}
        groups={groups}
        wanted={opened ? "" : wanted}
        at={at}
        onTake={take}
      />
      {entries.length === 0 && !isWaiting && (
        <p class="palette-nothing">{words.nothing({ typed: wanted })}</p>
      )}
      <p class="said" role="status">
        {wanted === "" || isWaiting ? "" : words.count({ count: entries.length })}
      </p>
      <footer>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {words.choose}
        </span>
        <span>
          <kbd>↵</kbd> {words.take}
        </span>
        <span>
          <kbd>Tab</kbd> {opened ? words.back : words.more}
        </span>
        <span class="gap" />
        <span>{words.filters}</span>
      </footer>
    </dialog>
  )
}

/** Each deed of a row as a row of its own. */
const deedsOf = (entry: Entry): Entry[] =>
  entry.deeds.map((deed) => ({
    id: `${entry.id} ${deed.name}`,
    title: deed.name,
    icon: "right",
    deeds: [deed],
    ...(deed.key === undefined ? {} : { side: deed.key.toUpperCase() }),
  }))
