/**
 * The keys of the screen that is shown. They rest while somebody types, and while a dialog is open; those of one character
 * also on what opens by a press, and where they are switched off.
 */
import { useLayoutEffect, useState } from "preact/hooks"
import { lettersWork } from "./letters.ts"

export interface Key {
  /** As `KeyboardEvent.key` names it; an arrow with Shift as `Shift+ArrowLeft`. */
  key: string
  /** In the list of keys: what it does. */
  does: string
  run(): void
}

const layers: { keys: readonly Key[] }[] = []

/** Adds keys as long as the component is shown. A later one goes before an earlier one. */
export function useKeys(keys: readonly Key[]): void {
  const [layer] = useState(() => ({ keys }))
  layer.keys = keys
  // In a layout effect: a key that is pressed right after the paint must already work.
  useLayoutEffect(() => {
    layers.unshift(layer)
    return () => {
      layers.splice(layers.indexOf(layer), 1)
    }
  }, [layer])
}

/** A box that is ticked takes no letters. */
const typing = "input:not([type=checkbox]), textarea, select, [contenteditable]"
/** Letter keys do nothing on these elements, because a user may expect to type into them. */
const opening = "summary, [aria-haspopup], [aria-expanded], [role=combobox]"

function keyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  const target = event.target as Element
  if (target.matches?.(typing) || document.querySelector("dialog[open]")) return
  if (event.key.length === 1 && (!lettersWork() || target.matches?.(opening))) return
  const all = layers.flatMap(({ keys }) => keys)
  // Caps lock changes no key. An arrow that means nothing else with Shift means what it does without.
  const pressed = [event.key, event.key.toLowerCase()]
  const shifted = event.shiftKey && all.find(({ key }) => key === `Shift+${event.key}`)
  const found = shifted || all.find(({ key }) => pressed.includes(key))
  if (!found) return
  event.preventDefault()
  found.run()
}

export function listenToKeys(): () => void {
  addEventListener("keydown", keyDown)
  return () => removeEventListener("keydown", keyDown)
}

/** The keys that work now, those that go first of two for the same. */
export function presentKeys(): readonly Key[] {
  const all = layers.flatMap(({ keys }) => keys).filter(({ key }) => key.length > 1 || lettersWork())
  return all.filter(({ key }, at) => all.findIndex((other) => other.key === key) === at)
}
