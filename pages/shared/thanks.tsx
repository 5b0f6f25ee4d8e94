import type { CompanyView } from "../../domain/contracts/customer-pages.ts"
import { useLanguage } from "./language.ts"

/**
 * The company's own words after a booking, or a link to its own page. The link opens beside this page, which may stand in a frame,
 * and carries nothing of the booking.
 */
export function Thanks({ company: { thanks } }: { company: CompanyView }) {
  const { words } = useLanguage()
  if (!thanks) return null
  if ("text" in thanks) return <p class="thanks">{thanks.text}</p>
  return (
    <a class="button no-print" href={thanks.url} target="_blank" rel="noopener noreferrer">
      {words.toCompanysSite} <span class="said">({words.opensNewTab})</span>
    </a>
  )
}
