import type { ComponentChildren } from "preact"
import type { FailureCode } from "./api.ts"
import { PhoneLink } from "./company.tsx"
import { useLanguage } from "./language.ts"

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
