import type { ComponentChildren } from "preact"
import type { FailureNotice } from "./failure-notice.ts"
import { useLanguage } from "./language.ts"
import type { FailureCode, Messages } from "./messages/types.ts"
import { PhoneLink } from "./phone-link.tsx"
import { labelsNeeded, type Opening } from "./times/openings.ts"
import { TimeShortcuts } from "./times/times-list.tsx"

interface FailureBoxProps {
  notice: FailureNotice
  phone: string | null
  /** The zone to show alternatives in; null shows each in its place's own. */
  zone: string | null
  onTime(choice: Opening): void
  children?: ComponentChildren
}

/** Tells what went wrong, and the way on: how long to wait, whom to call, what is free instead. */
export function FailureBox({ notice, phone, zone, onTime, children }: FailureBoxProps) {
  const { words } = useLanguage()
  return (
    <Failure code={notice.code} phone={phone}>
      {notice.retryAfterSeconds !== null && <p>{words.waitSeconds(notice.retryAfterSeconds)}</p>}
      {children}
      {notice.alternatives.length > 0 && (
        <fieldset class="part">
          <legend>{words.takenAlternatives}</legend>
          <TimeShortcuts
            openings={notice.alternatives}
            labels={labelsNeeded(notice.alternatives)}
            zone={zone}
            onPick={onTime}
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

const helpedByCall = new Set([
  "cancel_notice_passed",
  "out_of_service_area",
  "unknown",
  "phone_not_supported",
  "bot_check_not_configured",
  "codes_stopped",
  "texts_unavailable",
])

function failureWords(words: Messages, code: string): string {
  return words.failures[code as FailureCode] ?? words.failures.unknown
}
