/** The public page as visitors meet it over plain HTTP, on a service that was started with its customer host. */
import { solveChallenge } from "altcha-lib/v1"
import type {
  BookedView,
  CodeSentView,
  PageView,
  PublicSlotsView,
  RegisteredView,
  VerifiedVisitView,
} from "../../domain/contracts/public-page.ts"
import { ask, type Reply, type Sending } from "./link.ts"
import { lastCode } from "./read-texts.ts"
import type { TestService } from "./service.ts"
import { make, put, type Story } from "./story.ts"

export const slug = "harbour"
export const sharedSms = "+15125550199"

/** Switches the company's page on, gives it a number to text from, and makes the story's type public. */
export async function openPublicPage(service: TestService, story: Story, fields = {}): Promise<void> {
  const company = { public_slug: slug, public_booking_enabled: true, ...fields }
  await put(service, "/company", company)
  await make(service, "/channels", { kind: "sms", phone: sharedSms })
  await put(service, `/appointment-types/${story.typeId}`, { public_booking: true })
}

export interface Visitor {
  /** Any request to the page's endpoints, from an address of the visitor's own. */
  send<Data>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply<Data>>
  page(): Promise<Reply<PageView>>
  slots(body: object): Promise<Reply<PublicSlotsView>>
  solve(): Promise<string>
  /** Asks for a code with a solved bot check. */
  code(phone: string): Promise<Reply<CodeSentView>>
  verify(verificationId: string, code: string): Promise<Reply<VerifiedVisitView>>
  /** The whole way: a code, read as its recipient would, and typed. Keeps the token for what follows. */
  proves(phone: string): Promise<VerifiedVisitView>
  visit(): Promise<Reply<VerifiedVisitView>>
  register(body: object, key?: string): Promise<Reply<RegisteredView>>
  book(body: object, key?: string): Promise<Reply<BookedView>>
  token: string | null
}

let visitors = 0

/** With one trusted proxy, each visitor comes from a network of their own. `always` are headers of every request. */
export function visitorOf(
  service: TestService,
  at = slug,
  from = nextNetwork(),
  always: Record<string, string> = {},
): Visitor {
  const send = <Data>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const sending: Sending = {
      method,
      headers: {
        "x-forwarded-for": from,
        ...always,
        ...(visitor.token === null ? {} : { "x-visit-token": visitor.token }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }
    return ask(`${service.bookUrl}/api/pages/${at}${path}`, sending as RequestInit) as Promise<Reply<Data>>
  }
  const keyed = (key?: string): Record<string, string> =>
    key === undefined ? {} : { "idempotency-key": key }
  const visitor: Visitor = {
    token: null,
    send,
    page: () => send("GET", ""),
    slots: (body) => send("POST", "/slots", body),
    async solve() {
      const { data } = await send<Parameters<typeof solved>[0]>("GET", "/bot-check")
      return solved(data)
    },
    code: async (phone) => send("POST", "/codes", { phone, botCheck: await visitor.solve() }),
    verify: (verificationId, code) => send("POST", "/codes/verify", { verificationId, code }),
    async proves(phone) {
      const asked = await visitor.code(phone)
      if (asked.status !== 201) throw new Error(`no code: ${asked.text}`)
      const verified = await visitor.verify(asked.data.verificationId, await lastCode(service))
      if (verified.status !== 200) throw new Error(`not verified: ${verified.text}`)
      visitor.token = verified.data.visitToken!
      return verified.data
    },
    visit: () => send("GET", "/visit"),
    register: (body, key) => send("POST", "/customers", body, keyed(key)),
    book: (body, key) => send("POST", "/appointments", body, keyed(key)),
  }
  return visitor
}

export function nextNetwork(): string {
  visitors += 1
  return `10.${100 + (visitors >> 8)}.${visitors & 255}.1`
}

interface Challenge {
  algorithm: string
  challenge: string
  maxnumber: number
  salt: string
  signature: string
}

export async function solved({ maxnumber, ...challenge }: Challenge): Promise<string> {
  const { promise } = solveChallenge(challenge.challenge, challenge.salt, challenge.algorithm, maxnumber)
  const solution = await promise
  return Buffer.from(JSON.stringify({ ...challenge, number: solution!.number })).toString("base64")
}
