import type { ComponentChildren } from "preact"
import type { CompanyView } from "../../domain/contracts/customer-pages.ts"
import type { FailureNotice } from "./api.ts"
import { useLanguage } from "./language.ts"
import { Failure } from "./notice.tsx"
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
