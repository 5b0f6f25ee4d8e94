/** Reads the TXT records of a domain. */
import { Resolver } from "node:dns/promises"
import type { ReadDomainTexts } from "../../../platform/ports/mails.ts"

const timeoutMs = 2_000
const tries = 2

/** Answers of a name server that says that there is nothing. */
const isNothing = (code: string) => code === "ENOTFOUND" || code === "ENODATA"

/** Asks the machine's name servers, or those that are given, as `127.0.0.1:5300`. */
export function domainTexts(servers?: readonly string[]): ReadDomainTexts {
  const resolver = new Resolver({ timeout: timeoutMs, tries })
  if (servers) resolver.setServers(servers)
  return async (name) => {
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(""))
    } catch (error) {
      return isNothing(String((error as NodeJS.ErrnoException).code)) ? [] : null
    }
  }
}
