/** The public page as it is now. The customer host lets this console show it, and no other site that is not listed. */
import { useEffect, useState } from "preact/hooks"
import { pagePreview } from "../api/lists.ts"
import { queries, useQuery } from "../api/queries.ts"
import type { Company } from "../session.ts"
import { useWords } from "../words/words.ts"

const quietMs = 800

export function LivePage({ company }: { company: Company }) {
  const words = useWords().setUp
  const [writes, setWrites] = useState(0)
  // A write may change what customers see, so the page is loaded anew; once for many, since its host counts requests.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = queries.getMutationCache().subscribe((event) => {
      if (event.type !== "updated" || event.action.type !== "success") return
      clearTimeout(timer)
      timer = setTimeout(() => setWrites((count) => count + 1), quietMs)
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [])
  const { public_booking_url: url, public_booking_enabled: isOn } = company
  // The address changes with the slug.
  const { data: preview } = useQuery({ ...pagePreview, queryKey: [...pagePreview.queryKey, url] as const })
  if (url === null || !isOn) return <p class="no-page hint">{words.noPageYet}</p>
  return (
    <>
      {preview?.preview_url && (
        <iframe
          key={writes}
          class="live-page"
          title={words.whatCustomersSee}
          src={preview.preview_url}
          sandbox="allow-scripts allow-same-origin allow-forms"
        />
      )}
      <a href={preview?.page_url ?? url} target="_blank" rel="noreferrer">
        {words.openPage}
      </a>
    </>
  )
}
