import type { ComponentChildren } from "preact"
import { useLanguage } from "../shared/language.ts"
import type { FailureCode, Messages } from "../shared/messages/types.ts"
import { labelsNeeded } from "../shared/openings.ts"
import { PhoneLink } from "../shared/phone-link.tsx"
import { spokenTime } from "../shared/spoken-time.ts"
import { TimeShortcuts } from "../shared/times-list.tsx"
import type { Notice, State } from "./state.ts"
import type { StepProps } from "./steps/step-props.ts"

/** Tells what went wrong (or well), and the way on. */
export function NoticeBox({ state, deeds }: StepProps) {
  const { words } = useLanguage()
  const { notice } = state
  if (!notice) return null
  if (notice.tone === "status") return <output class="notice good">{words.cancelled}</output>
  return (
    <Failure code={notice.code} phone={state.view.company.phone}>
      {notice.retryAfterSeconds !== null && <p>{words.waitSeconds(notice.retryAfterSeconds)}</p>}
      <Changed notice={notice} state={state} />
      {notice.alternatives.length > 0 && (
        <fieldset class="part">
          <legend>{words.takenAlternatives}</legend>
          <TimeShortcuts
            openings={notice.alternatives}
            labels={labelsNeeded(notice.alternatives)}
            zone={state.zone}
            onPick={(choice) => deeds.dispatch({ type: "pickTime", choice })}
          />
        </fieldset>
      )}
    </Failure>
  )
}

interface FailureProps {
  code: string
  phone: string | null
  children?: ComponentChildren
}

/** A failure in words, with the company's number where a call is the remedy. */
export function Failure({ code, phone, children }: FailureProps) {
  const { words } = useLanguage()
  return (
    <div class="notice bad" role="alert" tabIndex={-1}>
      <p>
        {failureWords(words, code)}
        {phone && helpedByCall.has(code) && (
          <>
            {" "}
            <PhoneLink phone={phone} />
          </>
        )}
      </p>
      {children}
    </div>
  )
}

const helpedByCall = new Set(["cancel_notice_passed", "out_of_service_area", "unknown"])

function failureWords(words: Messages, code: string): string {
  return words.failures[code as FailureCode] ?? words.failures.unknown
}

function Changed({ notice, state }: { notice: Notice; state: State }) {
  const { words, formats } = useLanguage()
  const { appointment } = state.view
  if (notice.changed === "cancelled") return <p>{words.changedCancelled}</p>
  if (notice.changed !== "moved" || !appointment) return null
  const zone = state.zone ?? appointment.timezone
  return <p>{words.changedTime(...spokenTime(formats, appointment, zone))}</p>
}
