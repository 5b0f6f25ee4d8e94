import type { VisitorOperations } from "./api.generated.ts"
import type { RequestOptions } from "./call.ts"
import { wholeAnswer } from "./parts.ts"
import { visitorPaths } from "./paths.generated.ts"
import { type ClientOptions, checkOptions, createSend } from "./request.ts"

export interface VisitorOptions extends Omit<ClientOptions, "apiKey" | "userAgent"> {
  /** A publishable key, `pk_…`, whose `allowed_origins` name the page's website. */
  publishableKey: string
}

/** The operations for visitors, which keep what belongs to the visitor: the draft's token, and the visit's once a code is verified. */
export interface Visitor extends VisitorOperations {
  /** True from the right code on. The visit itself ends after half an hour: then an operation is refused with `visit_expired`. */
  readonly isVerified: boolean
  /** Forgets the visitor, as when a page is left to the next person. */
  forget(): void
}

const draftBytes = 18

const newDraft = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(draftBytes))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")

/** For one visitor of a page of a website. Nothing is kept but in the object. Throws a `TypeError` for options that can't be right. */
export function createVisitor({ publishableKey, ...options }: VisitorOptions): Visitor {
  const client = { ...options, apiKey: publishableKey }
  checkOptions(client)
  let draft = newDraft()
  let visit: string | null = null
  const send = createSend(client, () => ({
    "x-draft-token": draft,
    ...(visit === null ? {} : { "x-visit-token": visit }),
  }))
  const operations = Object.entries(visitorPaths).map(([name, place]) => {
    const [kind, path] = place.split(" ") as [string, string]
    const operation = async (input: Record<string, unknown> = {}, own: RequestOptions = {}) => {
      const answer = await wholeAnswer((more) => send(kind, path, { ...input, ...more }, own))
      const { visit_token: token } = answer as { visit_token?: string }
      if (token !== undefined) visit = token
      return answer
    }
    return [name, operation]
  })
  return {
    ...(Object.fromEntries(operations) as VisitorOperations),
    get isVerified() {
      return visit !== null
    },
    forget() {
      draft = newDraft()
      visit = null
    },
  }
}
