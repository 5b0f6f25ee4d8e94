import { type ApiRequest, fetchFile, type Outcome, send } from "../shared/api.ts"
import { untilAnswered } from "../shared/until-answered.ts"
import type {
  BookedView,
  BookInput,
  CodeInput,
  CodeSentView,
  PageSlotsInput,
  PageView,
  ProofChallenge,
  PublicSlotsView,
  RegisteredView,
  RegisterInput,
  VerifiedVisitView,
  VerifyInput,
} from "./contract.ts"

/** The public page's requests. The visit's token travels in a header and is kept nowhere else. */
export interface PublicPageClient {
  readPage(): Promise<Outcome<PageView>>
  challenge(path: string): Promise<Outcome<ProofChallenge>>
  searchSlots(input: PageSlotsInput, token: string | null): Promise<Outcome<PublicSlotsView>>
  sendCode(input: CodeInput): Promise<Outcome<CodeSentView>>
  verify(input: VerifyInput): Promise<Outcome<VerifiedVisitView>>
  /** When no answer comes it asks again under the same key until one does or patience ends. */
  register(input: RegisterInput, token: string, key: string): Promise<Outcome<RegisteredView>>
  /** When no answer comes it asks again under the same key until one does or patience ends. */
  book(input: BookInput, token: string, key: string): Promise<Outcome<BookedView>>
  calendarFile(appointmentId: number, token: string): Promise<Blob | null>
}

/** @param slug the company's, as it stands in the page's address */
export function publicPageClient(slug: string): PublicPageClient {
  const root = `/api/pages/${encodeURIComponent(slug)}`
  const visit = (token: string) => ({ "X-Visit-Token": token })
  const post = <Data>(path: string, body: unknown, headers: Record<string, string> = {}) =>
    send<Data>({ method: "POST", path: `${root}${path}`, headers, body })
  const get = (path: string, headers: Record<string, string> = {}): ApiRequest => ({
    method: "GET",
    path,
    headers,
  })
  const write = <Data>(path: string, body: unknown, token: string, key: string) =>
    untilAnswered(() => post<Data>(path, body, { ...visit(token), "Idempotency-Key": key }))

  return {
    readPage: () => send(get(root)),
    challenge: (path) => send(get(path)),
    searchSlots: (input, token) => post("/slots", input, token === null ? {} : visit(token)),
    sendCode: (input) => post("/codes", input),
    verify: (input) => post("/codes/verify", input),
    register: (input, token, key) => write("/customers", input, token, key),
    book: (input, token, key) => write("/appointments", input, token, key),
    calendarFile: (id, token) => fetchFile(get(`${root}/appointments/${id}/calendar.ics`, visit(token))),
  }
}
