/** Beside the board: any date, typed or chosen, and while an appointment is moved the best times for it across dates. */

import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { CloseButton } from "../parts/dialog.tsx"
import { CheckField } from "../parts/field.tsx"
import { Icon } from "../parts/icon.tsx"
import { KeyCap, pressedBy } from "../parts/key-cap.tsx"
import { useIsWide } from "../parts/media.ts"
import { goWithQuery, hrefOf } from "../router.ts"
import { useSession } from "../session.ts"
import { useKeys } from "../shell/keys.tsx"
import { spokenTag, useWords } from "../words/words.ts"
import type { AppointmentType } from "./board-data.ts"
import type { Filters } from "./columns.ts"
import { MonthCalendar } from "./month-calendar.tsx"
import type { Mover, WantedTime } from "./moving.ts"
import { NextTimes } from "./next-times.tsx"
import { typedDate } from "./typed-date.ts"

interface DockProps {
  types: ReadonlyMap<number, AppointmentType>
  date: string
  today: string
  filters: Filters
  mover: Mover
  onShow(date: string): void
  /** Shows the date at which the moved appointment is held. */
  onHold(date: string, time: WantedTime): void
  onShowCancelled(isShown: boolean): void
  /** Left out where there are no rooms or equipment, and where no columns are of them. */
  onShowResources?: ((isShown: boolean) => void) | undefined
  /** Opens what planning the day anew would change; left out where nothing is planned. */
  onPlan?: (() => void) | undefined
  onClose(): void
}

export function Dock({
  types,
  date,
  today,
  filters,
  mover,
  onShow,
  onHold,
  onShowCancelled,
  onShowResources,
  onPlan,
  onClose,
}: DockProps) {
  const words = useWords().board
  const isWide = useIsWide()
  const { user } = useSession()
  const { moving } = mover
  const dock = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (!isWide) dock.current!.focus()
  }, [isWide])
  return (
    <aside
      ref={dock}
      tabIndex={-1}
      class={isWide ? "dock" : "dock laid-over"}
      aria-label={words.calendar}
      onKeyDown={(event) => {
        if (isWide || event.key !== "Escape" || event.defaultPrevented) return
        event.stopPropagation()
        onClose()
      }}
    >
      <div class="dock-days">
        <div class="row">
          <DateField today={today} onShow={onShow} />
          {!isWide && !moving && <CloseButton onClick={onClose} />}
        </div>
        <MonthCalendar date={date} today={today} filters={filters} moving={moving} onShow={onShow} />
        {!moving && (
          <>
            <CheckField
              label={words.showCancelled}
              checked={!filters.hidesCancelled}
              onChange={onShowCancelled}
            />
            {onShowResources && (
              <CheckField
                label={words.showResources}
                checked={filters.showsResources === true}
                onChange={onShowResources}
              />
            )}
            {onPlan && (
              <button type="button" class="button" onClick={onPlan} {...pressedBy("Shift+P")}>
                <Icon name="redo" small /> {words.planAnew} <KeyCap of="⇧P" />
              </button>
            )}
            <a class="button" href={hrefOf(sheetOf(date, filters))} {...pressedBy("p")}>
              {words.printDay} <KeyCap of="P" />
            </a>
            {user.role === "admin" && (
              <button type="button" class="button plain" onClick={() => goWithQuery({ export: "new" })}>
                {words.exportFile}
              </button>
            )}
          </>
        )}
      </div>
      {moving && (
        <NextTimes
          key={moving.card.appointment.id}
          date={date}
          today={today}
          typeName={types.get(moving.card.appointment.appointment_type_id)?.name}
          moving={moving}
          mover={mover}
          onHold={onHold}
          onClose={isWide ? undefined : onClose}
        />
      )}
    </aside>
  )
}

/** `G` moves the focus here from anywhere on the board, and Escape moves it back. */
function DateField({ today, onShow }: Pick<DockProps, "today" | "onShow">) {
  const words = useWords().board
  const [typed, setTyped] = useState("")
  const [isRefused, setRefused] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const from = useRef<Element | null>(null)
  const reach = () => {
    from.current = document.activeElement
    input.current!.focus()
  }
  useKeys([{ key: "g", does: words.goToDate, run: reach }])
  const change = (text: string) => {
    setTyped(text)
    setRefused(false)
  }
  return (
    <form
      class="date-field"
      onSubmit={(event) => {
        event.preventDefault()
        const date = typedDate(typed, today, spokenTag())
        setRefused(date === null)
        if (date === null) return
        change("")
        input.current!.blur()
        onShow(date)
      }}
    >
      <span class="input-with-icon">
        <Icon name="calendar" small />
        <input
          ref={input}
          aria-label={words.goToDate}
          {...pressedBy("g")}
          aria-invalid={isRefused}
          placeholder={words.dateExample}
          value={typed}
          maxLength={40}
          autocomplete="off"
          onInput={(event) => change(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return
            event.stopPropagation()
            change("")
            event.currentTarget.blur()
            if (from.current instanceof HTMLElement) from.current.focus({ preventScroll: true })
          }}
        />
        <KeyCap of="G" />
      </span>
      <span role="status" class={isRefused ? "refused" : "said"}>
        {isRefused ? words.noDate : ""}
      </span>
    </form>
  )
}

/** The address of the day on paper, for the person and place that the board shows. */
export function sheetOf(date: string, { providerId, locationId }: Filters): string {
  const whose = Object.entries({ provider: providerId, location: locationId })
    .filter(([, id]) => id !== null)
    .map(([name, id]) => `&${name}=${id}`)
  return `/day-sheet?date=${date}${whose.join("")}`
}
