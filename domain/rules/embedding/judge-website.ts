/** The obstacles that keep a website from showing the booking pages, each in a sentence with what to change. */
import type { EmbeddingCheck, EmbeddingItem, WebsitePage, WebsiteProblem } from "../../model/embedding.ts"
import { type Obstacle, obstacleTo, type Policy, policiesOf, type Wanted } from "./content-policy.ts"
import { readDocument, type SiteDocument } from "./read-document.ts"

/** The page or link that is to be embedded. */
export interface Embedded {
  shows: "page" | "link"
  /** Without a slash at the end. */
  bookUrl: string
  slug: string | null
  pageIsOn: boolean
  linksAreOn: boolean
  /** The company's `embed_origins`. */
  origins: readonly string[]
}

/** The page as it was read, or why it was not. */
export type Read = WebsitePage | { url: string; problem: WebsiteProblem | "test_company" }

export function judgeWebsite(read: Read, embedded: Embedded): EmbeddingCheck {
  const origin = new URL(read.url).origin
  const page = "problem" in read || read.status >= 400 ? null : read
  const items = [
    reached(read),
    listed(origin, embedded),
    pagesOn(embedded),
    ...(page === null ? unread : policyItems(page, embedded)),
  ]
  const ready = items.every(({ code, ok }) => ok === true || (code === "snippet" && ok === null))
  return { url: read.url, origin, ready, items }
}

type Finding = Omit<EmbeddingItem, "code" | "ok">

const fine = (code: EmbeddingItem["code"], message: string): EmbeddingItem => ({
  code,
  ok: true,
  reason: null,
  message,
  fix: null,
  policy: null,
})

const wrong = (
  code: EmbeddingItem["code"],
  finding: Omit<Finding, "policy"> & Partial<Pick<Finding, "policy">>,
): EmbeddingItem => ({ code, ok: false, policy: null, ...finding })

const open = (code: EmbeddingItem["code"], finding: Omit<Finding, "policy">): EmbeddingItem => ({
  code,
  ok: null,
  policy: null,
  ...finding,
})

function reached(read: Read): EmbeddingItem {
  if ("problem" in read) {
    const { problem } = read
    if (problem === "test_company") {
      const message = "A test company reaches nothing outside, so the website was not read."
      return open("reached", { reason: problem, message, fix: "Check it in the live company." })
    }
    return wrong("reached", { reason: problem, ...unreached[problem] })
  }
  if (read.status < 400) return fine("reached", `The website answers ${read.status}.`)
  return wrong("reached", {
    reason: "status",
    message: `The website answered ${read.status}, so its page was not read.`,
    fix: "Check an address that visitors can open without signing in, and that no guard against robots holds back.",
  })
}

const unreached: Record<WebsiteProblem, { message: string; fix: string }> = {
  timeout: { message: "The website did not answer within ten seconds.", fix: "Check again when it answers." },
  connection_refused: {
    message: "Nothing listens at the website's address.",
    fix: "Check the address and its port, and that the server is on.",
  },
  connection_reset: {
    message: "The website closed the connection before it had answered.",
    fix: "Check again; if it stays, ask who runs the server.",
  },
  unreachable: { message: "There is no way to the website's address.", fix: "Check the name's DNS records." },
  dns: { message: "The name stands for no address.", fix: "Check its spelling and the name's DNS records." },
  tls: {
    message: "The website's certificate is not valid, or TLS failed otherwise.",
    fix: "Open it in a browser, which says what is wrong, and renew the certificate.",
  },
  blocked_address: {
    message: "The name stands for, or leads to, a private or local address, which is not read.",
    fix: "Check the address under which visitors reach it.",
  },
  bad_answer: { message: "What came back is no HTTP answer.", fix: "Check the address and its port." },
  too_many_redirects: {
    message: "The website redirects again and again.",
    fix: "Check the address at which the redirects end.",
  },
  not_https: {
    message: "The website leads to an address without https.",
    fix: "Serve it over https: pages can be embedded nowhere else.",
  },
  failed: { message: "The website could not be read.", fix: "Check again in a moment." },
}

function listed(origin: string, { origins }: Embedded): EmbeddingItem {
  if (origins.includes(origin)) return fine("listed", `${origin} is listed.`)
  const near = origins.find((each) => bareHost(each) === bareHost(origin))
  return wrong("listed", {
    reason: "not_listed",
    message:
      near === undefined
        ? `${origin} is not listed, so browsers refuse the frame.`
        : `${origin} is not listed, so browsers refuse the frame. ${near} is, but that is another origin.`,
    fix: `Add ${origin} to embed_origins.`,
  })
}

const bareHost = (origin: string) => URL.parse(origin)?.hostname.replace(/^www\./, "")

function pagesOn({ shows, slug, pageIsOn, linksAreOn }: Embedded): EmbeddingItem {
  if (shows === "link") {
    if (linksAreOn) return fine("pages_on", "Booking links are on.")
    const fix = "Set booking_links_enabled to true."
    return wrong("pages_on", { reason: "links_off", message: "Booking links are off.", fix })
  }
  if (slug === null) {
    const fix = "Give the company a public_slug."
    return wrong("pages_on", { reason: "no_slug", message: "The public page has no address.", fix })
  }
  if (pageIsOn) return fine("pages_on", "The public page is on.")
  const fix = "Set public_booking_enabled to true."
  return wrong("pages_on", { reason: "page_off", message: "The public page is off.", fix })
}

/** The items that only the website's page could settle. */
const unread: EmbeddingItem[] = (["script", "frame", "snippet"] as const).map((code) =>
  open(code, { reason: "not_read", message: "Not judged: the website's page was not read.", fix: null }),
)

function policyItems(page: WebsitePage, embedded: Embedded): EmbeddingItem[] {
  const { bookUrl, slug, shows } = embedded
  const script = new URL(`${bookUrl}/embed.js`)
  const document = page.html === null ? null : readDocument(page.html, script.href, page.url)
  const policies = [
    ...(page.policyHeader === null ? [] : policiesOf(page.policyHeader, "header")),
    ...(document?.policies ?? []).flatMap((text) => policiesOf(text, "meta")),
  ]
  const by = new URL(page.url)
  const frame = new URL(shows === "page" ? `${bookUrl}/${slug ?? ""}` : `${bookUrl}/r/`)
  const nonce = document?.script?.nonce ?? null
  return [
    policyItem({ kind: "script", url: script, by, nonce }, policies),
    policyItem({ kind: "frame", url: frame, by, nonce: null }, policies),
    snippet(document, embedded),
  ]
}

const kinds = { script: "the script", frame: "the frame" } as const

function policyItem(wanted: Wanted, policies: readonly Policy[]): EmbeddingItem {
  const { kind, url } = wanted
  if (policies.length === 0) return fine(kind, "The website sends no Content-Security-Policy.")
  const obstacle = obstacleTo(wanted, policies)
  if (obstacle === null) return fine(kind, `The website's policy lets ${kinds[kind]} through.`)
  const { reason, ...policy } = obstacle
  return wrong(kind, {
    reason,
    message: `The website's policy blocks ${kinds[kind]} from ${url.origin}: ${obstacle.directive}.`,
    fix: fixOf(obstacle),
    policy,
  })
}

function fixOf({ reason, from, suggestion }: Obstacle): string {
  const place =
    from === "header" ? "Content-Security-Policy header" : "meta tag with the Content-Security-Policy"
  if (reason === "nonce_needed") {
    return "With 'strict-dynamic' no address counts: give the snippet's script tag the page's nonce, as its other scripts have."
  }
  return `In the ${place}, write: ${suggestion}.`
}

function snippet(document: SiteDocument | null, { shows, slug }: Embedded): EmbeddingItem {
  if (document === null) {
    const message =
      "What came is no HTML that can be read, so its policy in meta tags and the snippet were not seen."
    return open("snippet", { reason: "not_read", message, fix: null })
  }
  const { script, elements } = document
  if (script === null) {
    const message =
      "The snippet is not in the page. If other code adds it later, that can't be seen from here."
    return open("snippet", { reason: "missing", message, fix: "Paste the snippet into the page." })
  }
  if (script.hasIntegrity) {
    return wrong("snippet", {
      reason: "integrity",
      message:
        "The script tag has an integrity attribute, so browsers refuse the script after its next change.",
      fix: "Remove the integrity attribute.",
    })
  }
  const shown = elements.filter((element) => element.shows === shows)
  if (shown.length === 0) {
    const message = "The script is in the page, but no element for it. Code of the page may mount it."
    return open("snippet", { reason: "no_element", message, fix: "Paste the element of the snippet too." })
  }
  const stranger = shows === "page" ? shown.find(({ value }) => value !== slug) : undefined
  if (stranger && slug !== null) {
    return wrong("snippet", {
      reason: "other_slug",
      message: `The element names ${JSON.stringify(stranger.value.slice(0, 60))}, which is not this company's page.`,
      fix: `Write ${slug} there.`,
    })
  }
  return fine("snippet", "The snippet is in the page.")
}
