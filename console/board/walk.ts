/** Arrow keys walk from card to card, and to gaps that somebody waits for: up and down in a column, left and right to the card nearest in time. */
import { useEffect } from "preact/hooks"
import { useAfterRender } from "../../ui/after-render.ts"

export function walkByArrows(event: KeyboardEvent): void {
  const target = event.target as HTMLElement
  const from = target.closest<HTMLElement>("[data-start]")
  if (!from || event.altKey || event.ctrlKey || event.metaKey) return
  const to = next(from, event.key)
  if (!to) return
  event.preventDefault()
  to.focus()
  to.scrollIntoView({ block: "nearest", inline: "nearest" })
}

const startOf = (card: HTMLElement) => Number(card.dataset.start)
const cardsIn = (column: Element) =>
  [...column.querySelectorAll<HTMLElement>("[data-start]")].sort((a, b) => startOf(a) - startOf(b))

function next(from: HTMLElement, key: string): HTMLElement | undefined {
  const column = from.closest("[data-column]")!
  const own = cardsIn(column)
  const at = own.indexOf(from)
  if (key === "ArrowDown") return own[at + 1]
  if (key === "ArrowUp") return own[at - 1]
  if (key === "Home") return own[0]
  if (key === "End") return own.at(-1)
  if (key !== "ArrowLeft" && key !== "ArrowRight") return undefined
  const columns = [...column.parentElement!.querySelectorAll("[data-column]")]
  const place = columns.indexOf(column)
  const others = key === "ArrowRight" ? columns.slice(place + 1) : columns.slice(0, place).reverse()
  const cards = others.map(cardsIn).find(({ length }) => length > 0)
  const distance = (card: HTMLElement) => Math.abs(startOf(card) - startOf(from))
  return cards?.toSorted((a, b) => distance(a) - distance(b))[0]
}

/** The card that the tab key reaches: the first that is not over yet. On a day without cards, the first gap that somebody waits for. */
export function focusFirstCard(): void {
  const card = document.querySelector<HTMLElement>('[data-appointment][tabindex="0"]')
  ;(card ?? document.querySelector<HTMLElement>("[data-column] [data-start]"))?.focus()
}

/** True where the card is in the document: only columns in view are. */
export function focusCard(appointmentId: number): boolean {
  const card = document.querySelector<HTMLElement>(`[data-appointment="${appointmentId}"]`)
  card?.focus()
  return card !== null
}

/** The chosen card is scrolled into view once its panel has taken its room beside the board. */
export function useInView(selectedId: number | null): void {
  const afterRender = useAfterRender()
  useEffect(() => {
    if (selectedId === null) return
    afterRender(() => {
      const card = document.querySelector(`[data-appointment="${selectedId}"]`)
      card?.scrollIntoView({ block: "nearest", inline: "nearest" })
    })
  }, [selectedId])
}
