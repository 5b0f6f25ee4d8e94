/** Calls of the console's own pages below `/console`, as its script sends them, with a browser's jar of cookies. */
import type { Answer, TestService } from "./service.ts"

export interface ConsoleCaller {
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  cookies: Map<string, string>
}

export function consoleCaller({ apiUrl }: Pick<TestService, "apiUrl">): ConsoleCaller {
  const cookies = new Map<string, string>()
  return {
    cookies,
    async call(method, path, body, headers = {}) {
      const answer = await fetch(`${apiUrl}/console${path}`, {
        method,
        headers: {
          "x-console": "1",
          origin: apiUrl,
          ...(cookies.size === 0
            ? {}
            : { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") }),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
        if (value === "") cookies.delete(name!)
        else cookies.set(name!, value!)
      }
      return { status: answer.status, headers: answer.headers, body: await answer.json() }
    },
  }
}

/** As the command line makes one: the token of the link. */
export const tokenIn = (link: string): string => link.slice(link.indexOf("#") + 1)
