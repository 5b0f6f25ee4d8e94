import type { WaitingEntryView, WaitingTimeView } from "../../../../domain/contracts/waiting.ts"
import { startInWords, useLanguage } from "../../../shared/language.ts"
import { StepFrame } from "../../../shared/step.tsx"
import { dateOfWeekday } from "../../../shared/waiting/joining.ts"
import { NoticeBox } from "../notice-box.tsx"
import type { StepProps } from "../use-waiting-link.ts"
import { useOwnWords, useTypeNames } from "../words.ts"

/** The customer's wishes, and what they can do about them. */
export function Entry({ state, commands }: StepProps) {
  const { words, formats } = useLanguage()
  const own = useOwnWords()
  const { entry, customer, offer } = state.view
  const gone = offer !== null && offer.id !== state.declined ? offer : null
  return (
    <StepFrame
      heading={own.listed({ firstName: customer.firstName })}
      lead={(entry.keeps ? own.listedEarlier : own.listedLead)[state.view.reach ?? "none"]}
    >
      <NoticeBox state={state} />
      {gone && !state.notice && (
        <p class="notice">{own.lastGone(startInWords(formats.dayAndTime(gone, gone.timezone)))}</p>
      )}
      <div class="ticket">
        <Wishes entry={entry} />
      </div>
      <p class="note">{own.fiveMinutes({ seeAndHold: own.seeAndHold })}</p>
      <div class="row two">
        <button type="button" class="button" onClick={() => commands.open("change")}>
          {words.change}
        </button>
        <button type="button" class="button danger" onClick={() => commands.open("leave")}>
          {own.leave}
        </button>
      </div>
    </StepFrame>
  )
}

function Wishes({ entry }: { entry: WaitingEntryView }) {
  const what = useTypeNames(entry)
  const { words, formats } = useLanguage()
  const own = useOwnWords()
  const days = entry.weekdays?.map((weekday) => formats.weekday(dateOfWeekday(weekday)).long)
  const parts = entry.partsOfDay?.map((part) => words.partOfDay[part].toLocaleLowerCase())
  return (
    <dl class="facts">
      <div>
        <dt>{own.what}</dt>
        <dd>{what}</dd>
      </div>
      <div>
        <dt>{own.when}</dt>
        <dd>
          <span>
            {days ? formats.list(days) : own.anyDay}, {parts ? formats.list(parts) : own.anyTime}
          </span>
          <span class="note">
            {own.dates({ from: formats.day(entry.earliestDate), until: formats.day(entry.latestDate) })}
          </span>
        </dd>
      </div>
      {entry.keeps && (
        <div>
          <dt>{own.keeps}</dt>
          <dd>{own.onDay(useStart(entry.keeps))}</dd>
        </div>
      )}
    </dl>
  )
}

const useStart = (time: WaitingTimeView) =>
  startInWords(useLanguage().formats.dayAndTime(time, time.timezone))

/** Asks once. Both answers are equal in size. */
export function Leave({ state, commands }: StepProps) {
  const own = useOwnWords()
  const { pending, view } = state
  const { keeps } = view.entry
  return (
    <StepFrame heading={own.leaveQuestion} underway={pending ? own.leaving : null}>
      <p>
        {own.leaveMeaning} {keeps && own.leaveKeeps(useStart(keeps))}
      </p>
      <NoticeBox state={state} />
      <div class="row two">
        <button type="button" class="button" onClick={() => commands.open(null)}>
          {own.stay}
        </button>
        <button type="button" class="button danger" aria-disabled={pending} onClick={commands.leave}>
          {pending ? own.leaving : own.confirmLeave}
        </button>
      </div>
    </StepFrame>
  )
}

/** The entry has ended without a booking. */
export function Over({ state }: StepProps) {
  const own = useOwnWords()
  const { entry, company } = state.view
  const isExpired = entry.state === "expired"
  return (
    <StepFrame heading={isExpired ? own.over.expired : own.over.left}>
      <NoticeBox state={state} />
      <p>
        {isExpired ? own.over.expiredText : own.over.leftText}{" "}
        {entry.keeps && own.leaveKeeps(useStart(entry.keeps))}
      </p>
      {company.pageUrl && (
        <a class="button" href={company.pageUrl}>
          {own.otherTimes}
        </a>
      )}
    </StepFrame>
  )
}
