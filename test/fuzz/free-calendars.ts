/** A server that plays every kind of calendar, all of them free: so that no connected calendar stands in the way of a booking. */
import { createAddressGuard } from "../../service/host/adapters/outbound/address-guard.ts"
import type { AddressGuard } from "../../service/platform/ports.ts"
import { type Asked, type LocalServer, startLocalServer, type Told } from "../support/local-server.ts"
import type { TestServiceOptions } from "../support/service.ts"

export interface FreeCalendars {
  server: LocalServer
  /** An address that may be connected as a feed. */
  feedUrl: string
  /** The options by which a service finds them, and nothing else. */
  options: Required<Pick<TestServiceOptions, "calendarHosts" | "addressGuard">>
}

export async function startFreeCalendars(): Promise<FreeCalendars> {
  const server = await startLocalServer()
  server.tell(answerTo)
  const { url } = server
  return {
    server,
    feedUrl: `${url}/feed.ics`,
    options: {
      calendarHosts: {
        google: { apiUrl: url, tokenUrl: `${url}/token` },
        microsoft: { apiUrl: url, loginUrl: url },
      },
      addressGuard: guardFor(url),
    },
  }
}

function answerTo({ method, path }: Asked): Told {
  if (method === "PROPFIND" || method === "REPORT")
    return { status: 207, body: '<multistatus xmlns="DAV:"/>' }
  if (path.endsWith("/token")) return { body: { access_token: "token", expires_in: 3600 } }
  if (path.endsWith("/freeBusy")) return { body: { calendars: { any: { busy: [] } } } }
  if (path.endsWith("/getSchedule")) return { body: { value: [{ scheduleItems: [] }] } }
  if (path.endsWith("/feed.ics")) return { body: "BEGIN:VCALENDAR\nEND:VCALENDAR\n" }
  return { body: { items: [], value: [], accessRole: "owner", canEdit: true } }
}

/** As strict as in production, but for names of examples, which are not looked up, and for the server itself. */
function guardFor(own: string): AddressGuard {
  const resolve = async () => [{ address: "93.184.216.34", family: 4 as const }]
  const strict = createAddressGuard({ resolve, allowPrivate: false })
  const isExample = (url: string) => URL.parse(url)?.hostname === "hooks.example.com"
  return {
    async refuse(url) {
      if (url.startsWith(`${own}/`)) return null
      return isExample(url) ? strict.refuse(url) : "expected an address that the fuzz knows"
    },
  }
}
