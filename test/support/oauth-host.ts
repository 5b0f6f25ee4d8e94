/** Google's or Microsoft's hosts, played by a local server: tokens out of a refresh token, and what a test tells it. */
import { type Asked, type LocalServer, startLocalServer, type Told } from "./local-server.ts"

export interface OAuthHost extends LocalServer {
  /** Sets its answer to all but token requests, once the token is right. */
  behave(answer: (asked: Asked) => Told): void
  /** No token that was given before is good any more. */
  revokeTokens(): void
  /** Token requests are answered so from now on; null gives tokens again. */
  refuseTokens(told: Told | null): void
  /** The next tokens come with this refresh token. */
  rotateTo(refreshToken: string): void
  /** How many tokens were asked for. */
  tokensGiven(): number
  /** Requests other than for tokens, and forgets them. */
  take(): Asked[]
}

export async function startOAuthHost(): Promise<OAuthHost> {
  const server = await startLocalServer()
  let answer: (asked: Asked) => Told = () => ({ status: 200, body: {} })
  let refusal: Told | null = null
  let rotated: string | null = null
  let given = 0
  let good = ""

  function token(): Told {
    if (refusal) return refusal
    given += 1
    good = `token-${given}`
    const renewed = rotated === null ? {} : { refresh_token: rotated }
    return { status: 200, body: { access_token: good, expires_in: 3600, token_type: "Bearer", ...renewed } }
  }

  const isTokenRequest = ({ path }: Asked) => path.endsWith("/token")
  server.tell((asked) => {
    if (isTokenRequest(asked)) return token()
    const isGood = good !== "" && asked.headers.authorization === `Bearer ${good}`
    return isGood
      ? answer(asked)
      : { status: 401, body: { error: { code: 401, message: "Invalid Credentials" } } }
  })

  return {
    ...server,
    behave(told) {
      answer = told
    },
    revokeTokens() {
      good = ""
    },
    refuseTokens(told) {
      refusal = told
    },
    rotateTo(refreshToken) {
      rotated = refreshToken
    },
    tokensGiven: () => given,
    take: () => server.asked.splice(0).filter((asked) => !isTokenRequest(asked)),
  }
}
