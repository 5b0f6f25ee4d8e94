import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import type { WaitingWishesInput } from "../../../domain/contracts/waiting.ts"
import { useLanguage } from "../language.ts"
import type { PartOfDay } from "../times/openings.ts"
import { dateOfWeekday } from "./joining.ts"
import { useWishWords } from "./wish-words.ts"

type Channel = "sms" | "mail"

/** The ticked and typed wishes. All ticked is the same as none: any. */
export interface Wishes {
  from: string
  until: string
  weekdays: readonly number[]
  parts: readonly PartOfDay[]
  /** Null where the form does not ask. */
  channels: readonly Channel[] | null
}

const partsOfDay: readonly PartOfDay[] = ["morning", "afternoon", "evening"]
const channels: readonly Channel[] = ["sms", "mail"]

type Wrong = "pickDates" | "tickOne" | null

/** As the service takes them. */
export function wishesInput({ from, until, weekdays, parts, channels: by }: Wishes): WaitingWishesInput {
  return {
    earliestDate: from,
    latestDate: until,
    weekdays: some(weekdays, 7),
    partsOfDay: some(parts, partsOfDay.length),
    ...(by === null ? {} : { channels: [...by] }),
  }
}

const some = <Value,>(ticked: readonly Value[], all: number): Value[] | null =>
  ticked.length === 0 || ticked.length === all ? null : [...ticked].sort()

export function whatIsWrong({ from, until, channels: by }: Wishes): Wrong {
  if (from === "" || until === "" || until < from) return "pickDates"
  return by?.length === 0 ? "tickOne" : null
}

interface WishFormProps {
  first: Wishes
  pending: boolean
  /** The button's label. */
  label: string
  onSend(wishes: WaitingWishesInput): void
  /** The other questions, above the button. */
  children?: ComponentChildren
}

/** The hours, the weekdays and the dates on which the customer can come. */
export function WishForm({ first, pending, label, onSend, children }: WishFormProps) {
  const { words, formats, firstWeekday } = useLanguage()
  const own = useWishWords()
  const [wishes, setWishes] = useState(first)
  const [wrong, setWrong] = useState<Wrong>(null)
  if (!own) return <div class="skeleton" aria-hidden="true" />
  const put = (part: Partial<Wishes>) => {
    setWrong(null)
    setWishes({ ...wishes, ...part })
  }
  const onSubmit = (event: Event) => {
    event.preventDefault()
    const found = whatIsWrong(wishes)
    setWrong(found)
    if (found === null && !pending) onSend(wishesInput(wishes))
  }
  const week = Array.from({ length: 7 }, (_, index) => ((firstWeekday - 1 + index) % 7) + 1)
  const shortName = (day: number) => formats.weekday(dateOfWeekday(day)).short
  return (
    <form class="form" noValidate onSubmit={onSubmit}>
      <div class="row two">
        <DateField name="from" label={own.from} value={wishes.from} onPick={(from) => put({ from })} />
        <DateField name="until" label={own.until} value={wishes.until} onPick={(until) => put({ until })} />
      </div>
      {wrong === "pickDates" && <Wrongly>{own.pickDates}</Wrongly>}
      <Chips
        legend={own.days}
        all={week}
        nameOf={shortName}
        ticked={wishes.weekdays}
        onTick={(weekdays) => put({ weekdays })}
      />
      <Chips
        legend={own.dayTime}
        all={partsOfDay}
        nameOf={(part) => words.partOfDay[part]}
        ticked={wishes.parts}
        onTick={(parts) => put({ parts })}
      />
      {wishes.channels && (
        <Chips
          legend={own.askBy}
          all={channels}
          nameOf={(channel) => own.channels[channel]}
          ticked={wishes.channels}
          onTick={(by) => put({ channels: by })}
        />
      )}
      {wrong === "tickOne" && <Wrongly>{own.tickOne}</Wrongly>}
      {children}
      <button type="submit" class="button primary" aria-disabled={pending}>
        {label}
      </button>
    </form>
  )
}

export const Wrongly = ({ children }: { children: ComponentChildren }) => (
  <p class="wrong" role="alert">
    {children}
  </p>
)

interface DateFieldProps {
  name: string
  label: string
  value: string
  onPick(date: string): void
}

const DateField = ({ name, label, value, onPick }: DateFieldProps) => (
  <div class="typed">
    <label for={`wish-${name}`}>{label}</label>
    <input
      class="input"
      id={`wish-${name}`}
      type="date"
      value={value}
      onChange={({ currentTarget }) => onPick(currentTarget.value)}
    />
  </div>
)

interface ChipsProps<Value> {
  legend: string
  all: readonly Value[]
  nameOf(value: Value): string
  ticked: readonly Value[]
  onTick(ticked: Value[]): void
}

function Chips<Value extends string | number>({ legend, all, nameOf, ticked, onTick }: ChipsProps<Value>) {
  return (
    <fieldset class="options chips">
      <legend>{legend}</legend>
      <div>
        {all.map((value) => (
          <label key={value}>
            <input
              type="checkbox"
              checked={ticked.includes(value)}
              onChange={({ currentTarget }) =>
                onTick(currentTarget.checked ? [...ticked, value] : ticked.filter((other) => other !== value))
              }
            />
            <span>{nameOf(value)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
