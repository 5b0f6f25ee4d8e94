import type { UploadView } from "../../../domain/contracts/customer-pages.ts"
import type {
  BookedView,
  BookInput,
  CodeInput,
  CodeSentView,
  HeldView,
  HoldInput,
  LinksTextedView,
  PageSlotsInput,
  PageView,
  ProofChallenge,
  PublicSlotsView,
  RegisteredView,
  RegisterInput,
  VerifiedVisitView,
  VerifyInput,
} from "../../../domain/contracts/public-page.ts"
import type { WaitingJoinedView, WaitingJoinInput } from "../../../domain/contracts/waiting.ts"
import { type ApiRequest, type Outcome, send } from "../../shared/api.ts"
import { fetchFile } from "../../shared/fetch-file.ts"
import { untilAnswered } from "../../shared/until-answered.ts"

/** The public page's requests. The verified visit's token is sent in a header, and kept no longer than the tab is open. */
export interface PublicPageClient {
  readPage(): Promise<Outcome<PageView>>
  challenge(path: string): Promise<Outcome<ProofChallenge>>
  /** The time of the browser's own hold is free to it: `draft` is its token. */
  searchSlots(
    input: PageSlotsInput,
    token: string | null,
    draft?: string | null,
  ): Promise<Outcome<PublicSlotsView>>
  hold(input: HoldInput, token: string | null, draft: string): Promise<Outcome<HeldView>>
  sendCode(input: CodeInput): Promise<Outcome<CodeSentView>>
  verify(input: VerifyInput): Promise<Outcome<VerifiedVisitView>>
  readVisit(token: string): Promise<Outcome<VerifiedVisitView>>
  /** Without an answer it retries under the same key, twice. */
  register(input: RegisterInput, token: string, key: string): Promise<Outcome<RegisteredView>>
  /** Asks for the address of a file's bytes, and the id by which the file answers. */
  askUpload(name: string, token: string): Promise<Outcome<UploadView>>
  /** Without an answer it retries under the same key, twice. */
  book(input: BookInput, token: string, key: string, draft?: string | null): Promise<Outcome<BookedView>>
  /** Puts the visitor on the waiting list. Without an answer it retries under the same key, twice. */
  join(input: WaitingJoinInput, token: string, key: string): Promise<Outcome<WaitingJoinedView>>
  /** Has the links of the number's appointments texted to it. */
  textLinks(token: string): Promise<Outcome<LinksTextedView>>
  calendarFile(appointmentId: number, token: string): Promise<Blob | null>
}

/**
 * @param slug the company's, from the page's address
 * @param pass opens a test company's page; from the page's address too
 */
export function publicPageClient(slug: string, pass: string | null = null): PublicPageClient {
  const root = `/api/pages/${encodeURIComponent(slug)}`
  const own: Record<string, string> = pass === null ? {} : { "X-Page-Pass": pass }
  const visitHeader = (token: string) => ({ "X-Visit-Token": token })
  const headersOf = (token: string | null, draft: string | null | undefined): Record<string, string> => ({
    ...(token === null ? {} : visitHeader(token)),
    ...(draft ? { "X-Draft-Token": draft } : {}),
  })
  const post = <Data>(path: string, body: unknown, headers: Record<string, string> = {}) =>
    send<Data>({ method: "POST", path: `${root}${path}`, headers: { ...own, ...headers }, body })
  const get = (path: string, headers: Record<string, string> = {}): ApiRequest => ({
    method: "GET",
    path,
    headers: { ...own, ...headers },
  })
  const write = <Data>(path: string, body: unknown, token: string, key: string, draft?: string | null) =>
    untilAnswered(() => post<Data>(path, body, { ...headersOf(token, draft), "Idempotency-Key": key }))

  return {
    readPage: () => send(get(root)),
    challenge: (path) => send(get(path)),
    searchSlots: (input, token, draft) => post("/slots", input, headersOf(token, draft)),
    hold: (input, token, draft) => post("/holds", input, headersOf(token, draft)),
    sendCode: (input) => post("/codes", input),
    verify: (input) => post("/codes/verify", input),
    readVisit: (token) => send(get(`${root}/visit`, visitHeader(token))),
    register: (input, token, key) => write("/customers", input, token, key),
    book: (input, token, key, draft) => write("/appointments", input, token, key, draft),
    join: (input, token, key) => write("/waiting-entries", input, token, key),
    askUpload: (name, token) => post("/files", { name }, visitHeader(token)),
    textLinks: (token) => post("/appointment-links", {}, visitHeader(token)),
    calendarFile: (id, token) =>
      fetchFile(get(`${root}/appointments/${id}/calendar.ics`, visitHeader(token))),
  }
}
