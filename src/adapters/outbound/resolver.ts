/**
 * Looks names up through a resolver with limits of its own. The usual lookup runs on the thread pool, where one name
 * server that never answers would hold up every other.
 */
import { lookup, Resolver } from "node:dns/promises"

export interface ResolvedAddress {
  address: string
  family: 4 | 6
}

/** Every address that a name stands for, IPv4 first. Throws when there is none, or nobody answers in time. */
export type Resolve = (name: string) => Promise<ResolvedAddress[]>

const timeoutMs = 2_000
const tries = 2

/** Asks the machine's name servers. Names in the machine's own hosts file are not looked at: they are all local. */
export function nameServers(): Resolve {
  const resolver = new Resolver({ timeout: timeoutMs, tries })
  return async (name) => {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const [ipv4, ipv6] = answers.map((answer) => (answer.status === "fulfilled" ? answer.value : []))
    const found: ResolvedAddress[] = [
      ...ipv4!.map((address) => ({ address, family: 4 as const })),
      ...ipv6!.map((address) => ({ address, family: 6 as const })),
    ]
    if (found.length === 0) throw new Error(`${name} stands for no address`)
    return found
  }
}

/** Asks the machine, hosts file included: for development, where receivers are on the same machine. */
export const machineNames: Resolve = async (name) =>
  (await lookup(name, { all: true })).map(({ address, family }) => ({
    address,
    family: family === 6 ? 6 : 4,
  }))
