/** The day on one screen: what waits to be sent, the visit that is next or chosen, and the others in their order. */
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks"
import { afterPresses, type OwnVisit } from "./presses.ts"
import { onSeat, presentSeat, signOut, waiting } from "./seat.ts"
import { NotTaken, Waiting } from "./sending.tsx"
import { dayName, windowText } from "./times.ts"
import { stateWord, VisitCard } from "./visit-card.tsx"
import type { Words } from "./words.ts"

export function App({ words }: { words: Words }) {
  const [, draw] = useReducer((count: number) => count + 1, 0)
  const [chosen, setChosen] = useState<number | null>(null)
  useEffect(() => onSeat(() => draw(undefined)), [])
  const { kept, line, presses } = presentSeat()
  if (!kept) return line === "away" ? <Away words={words} /> : <NoDay words={words} isCut={line === "cut"} />
  const visits = kept.day.visits.map((visit) => afterPresses(visit, presses))
  const next = visits.find(({ status }) => status === "scheduled")
  const shown = visits.find(({ id }) => id === chosen) ?? next ?? visits.at(-1)
  const count = waiting().length
  return (
    <>
      <Waiting words={words} isCut={line === "cut"} />
      <header class="head">
        <div>
          <h1>{dayName(kept.day)}</h1>
          <p>{words.visits({ count: visits.filter(({ status }) => status !== "cancelled").length })}</p>
        </div>
        <p class={count > 0 || line === "cut" ? "tag" : "tag ok"} role="status">
          {count > 0 ? words.waits({ count }) : line === "cut" ? words.noSignal : words.sent}
        </p>
      </header>
      <main>
        <NotTaken words={words} />
        {shown ? (
          <ChosenVisit key={shown.id} visit={shown} words={words} wasChosen={chosen !== null} />
        ) : (
          <section class="card">
            <h2>{words.none}</h2>
            <p>{words.noneHint}</p>
          </section>
        )}
        {visits.length > 1 && (
          <Others visits={visits} shownId={shown?.id} words={words} onChoose={setChosen} />
        )}
      </main>
      <footer class="foot">
        <p>
          {kept.day.provider.name} · {kept.day.company.name}
        </p>
        <button type="button" class="b" onClick={() => void signOut()}>
          {words.signOut}
        </button>
      </footer>
    </>
  )
}

/** Gets the focus when it is chosen from the list below it. */
function ChosenVisit({ visit, words, wasChosen }: { visit: OwnVisit; words: Words; wasChosen: boolean }) {
  const card = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (!wasChosen) return
    scrollTo(0, 0)
    card.current?.focus()
  }, [wasChosen])
  return (
    <section class="card next" tabIndex={-1} ref={card} aria-labelledby="shown">
      <VisitCard visit={visit} words={words} />
    </section>
  )
}

interface OthersProps {
  visits: readonly OwnVisit[]
  shownId: number | undefined
  words: Words
  onChoose(id: number): void
}

function Others({ visits, shownId, words, onChoose }: OthersProps) {
  return (
    <section class="card" aria-labelledby="rest">
      <h2 id="rest" class="small">
        {words.rest}
      </h2>
      <ol class="day">
        {visits.map((visit) => (
          <li key={visit.id}>
            <button
              type="button"
              class="stop"
              aria-current={visit.id === shownId ? "true" : undefined}
              onClick={() => onChoose(visit.id)}
            >
              <span class="when">{windowText(visit)}</span>
              <span>
                <b>{visit.customer.name}</b>
                <span class="quiet">{visit.appointment_type.name}</span>
                {visit.address && <span class="address">{visit.address.line1}</span>}
                {stateWord(visit, words) && <span class="state">{stateWord(visit, words)}</span>}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Away({ words }: { words: Words }) {
  return (
    <main class="alone">
      <h1>{words.away}</h1>
      <p>{words.awayHint}</p>
      <a class="b go" href="/console">
        {words.signIn}
      </a>
    </main>
  )
}

function NoDay({ words, isCut }: { words: Words; isCut: boolean }) {
  return (
    <main class="alone" aria-busy={!isCut}>
      <h1>{words.title}</h1>
      {isCut && <p role="status">{words.noSignal}</p>}
    </main>
  )
}
