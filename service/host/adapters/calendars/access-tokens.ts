/**
 * OAuth access tokens (RFC 6749, section 6), made out of refresh tokens and kept in memory while they last. One refresh at
 * a time for each calendar.
 */
import type { OAuthGrant } from "../../../../domain/model/provider-calendar.ts"
import { type CalendarAccount, CalendarUnavailable } from "../../../platform/ports/calendars.ts"
import type { HttpAnswer, Question } from "./calendar-http.ts"
import { refusedAnswer } from "./calendar-http.ts"
import type { CalendarTools } from "./calendar-kind.ts"

/** The address that tokens come from, and the request for one. */
export interface TokenSource {
  url: string
  scope?: string
}

type Granted = CalendarAccount & { settings: OAuthGrant }

interface Token {
  accessToken: string
  /** Epoch milliseconds. */
  goodUntil: number
}

/** Tokens end a little before the server says, so that none ends on the way. */
const reserveMs = 60_000

export function createAccessTokens({ http, jsonThreads, now }: CalendarTools) {
  const tokens = new Map<number, Promise<Token>>()

  async function refresh(account: Granted, source: TokenSource, signal: AbortSignal): Promise<Token> {
    const { clientId, clientSecret, refreshToken } = account.settings
    const form = new URLSearchParams({
      grant_type: "refresh_token",
      client_id: clientId,
      client_secret: clientSecret,
      refresh_token: refreshToken,
      ...(source.scope === undefined ? {} : { scope: source.scope }),
    })
    const headers = { "content-type": "application/x-www-form-urlencoded", accept: "application/json" }
    const answer = await http.ask({ method: "POST", url: source.url, headers, body: form.toString() }, signal)
    // `invalid_grant` and `invalid_client` come as 400 or 401: the consent or the application is not accepted.
    if (answer.status === 400 || answer.status === 401) throw new CalendarUnavailable("credentials")
    if (answer.status !== 200) throw refusedAnswer(answer)
    const names = ["access_token", "refresh_token", "expires_in"]
    const sent = await jsonThreads.read({ ...account, signal }, "fields", answer.body, names)
    if (typeof sent.access_token !== "string") throw new CalendarUnavailable("unreadable")
    if (typeof sent.refresh_token === "string" && sent.refresh_token !== refreshToken) {
      await account.renewed(sent.refresh_token)
    }
    const lifeMs = Number(sent.expires_in ?? 300) * 1_000
    return { accessToken: sent.access_token, goodUntil: now() + lifeMs - reserveMs }
  }

  async function tokenFor(account: Granted, source: TokenSource, signal: AbortSignal): Promise<string> {
    const { calendarId } = account
    for (let pending = tokens.get(calendarId); pending; pending = tokens.get(calendarId)) {
      const known = await pending.catch(() => null)
      if (known && known.goodUntil > now()) return known.accessToken
      forget(calendarId, pending)
    }
    const coming = refresh(account, source, signal)
    tokens.set(calendarId, coming)
    return (await coming).accessToken
  }

  /** Unless somebody has made a new one meanwhile. */
  function forget(calendarId: number, token: Promise<Token> | undefined): void {
    if (tokens.get(calendarId) === token) tokens.delete(calendarId)
  }

  /** Asks with a token; one that is not accepted any more is made anew, once. */
  return async function askWithToken(
    account: Granted,
    source: TokenSource,
    question: Question,
    signal: AbortSignal,
  ): Promise<HttpAnswer> {
    let used: Promise<Token> | undefined
    const askOnce = async () => {
      const authorization = `Bearer ${await tokenFor(account, source, signal)}`
      used = tokens.get(account.calendarId)
      return http.ask({ ...question, headers: { authorization, ...question.headers } }, signal)
    }
    const answer = await askOnce()
    if (answer.status !== 401) return answer
    forget(account.calendarId, used)
    return askOnce()
  }
}
