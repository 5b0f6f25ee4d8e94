/** The address of the public page, and the obstacles that keep its visitors from booking. */
import { Icon } from "../parts/icon.tsx"
import { useSession } from "../session.ts"
import { useWords } from "../words/words.ts"

export function PageAddress() {
  const words = useWords().settings
  const { company } = useSession()
  return (
    <>
      {company.warnings.map((warning) => (
        <p key={warning} class="warning">
          <Icon name="warning" small /> {warning}
        </p>
      ))}
      {company.public_booking_url && (
        <p>
          {words.pageIsAt}{" "}
          <a href={company.public_booking_url} target="_blank" rel="noreferrer">
            {company.public_booking_url}
          </a>
        </p>
      )}
    </>
  )
}
