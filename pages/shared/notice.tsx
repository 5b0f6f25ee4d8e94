import type { ComponentChildren } from "preact"
import type { CompanyView } from "../../domain/contracts/customer-pages.ts"
import type { FailureCode, FailureNotice } from "./api.ts"
import { PhoneLink } from "./company.tsx"
import { useLanguage } from "./language.ts"
import { labelsNeeded, type Opening } from "./times/openings.ts"
import { TimeShortcuts } from "./times/times-list.tsx"

interface FailureBoxProps {
  notice: FailureNotice
  company: CompanyView
  /** The zone to show alternatives in; null shows each in its location's own. */
  zone: string | null
  onTime(choice: Opening): void
  children?: ComponentChildren
}

/** Shows a failure and what can be done about it: wait, call, or take another time. */
export function FailureBox({ notice, company, zone, onTime, children }: FailureBoxProps) {
  const { words, formats } = useLanguage()
  return (
    <Failure code={notice.code} phone={company.phone}>
      {notice.retryAfterSeconds !== null && (
        <p>{words.pleaseWait({ wait: formats.wait(notice.retryAfterSeconds) })}</p>
      )}
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
  code: FailureCode
  phone: string | null
  children?: ComponentChildren
}

/** A failure in words, with the company's number where a call helps. */
export function Failure({ code, phone, children }: FailureProps) {
  const { words } = useLanguage()
  return (
    <div class="notice bad" role="alert" tabIndex={-1}>
      <p>
        {words.failures[code] ?? words.failures.unknown}
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

const helpedByCall = new Set<FailureCode>([
  "cancel_notice_passed",
  "out_of_service_area",
  "address_not_found",
  "unknown",
  "rate_limited",
  "phone_not_supported",
  "bot_check_not_configured",
  "codes_stopped",
  "texts_unavailable",
])
