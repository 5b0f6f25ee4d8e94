/** What a site may embed, told by its attributes and calls. */
import { wordsHere } from "./words.ts"

/** The booking host's address; the host puts it in where it serves the script. */
export const bookUrl = "{book_url}"

/** A page of the booking host. */
export interface Target {
  url: string
  /** What its frame and a link to it are called. */
  label: string
}

export interface Wanted {
  /** A public page's slug. */
  page?: unknown
  /** A booking_url, or its bare token. */
  link?: unknown
}

const linkStart = `${bookUrl}/r/`

/** Null, with a warning for whoever made the site, when it names no page of this host. */
export function targetOf({ page, link }: Wanted): Target | null {
  if (page !== undefined) {
    return /^[a-z0-9-]{1,60}$/.test(String(page))
      ? { url: `${bookUrl}/${page}`, label: wordsHere().page }
      : ignored(`"${page}" is no slug`)
  }
  const token = String(link ?? "").replace(linkStart, "")
  return /^[\w-]{24}$/.test(token)
    ? { url: linkStart + token, label: wordsHere().link }
    : // A link is private, so it is not repeated where others may read.
      ignored(`no booking_url of ${bookUrl}`)
}

function ignored(why: string): null {
  warn(`ignored: ${why}`)
  return null
}

/** For whoever made the site. */
export function warn(text: string): void {
  console.warn(`[embed] ${text}`)
}
