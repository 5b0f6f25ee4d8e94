/** Keeps the service from sending to private networks: when a URL is saved, and again at every connection. */

import { lookup, Resolver } from "node:dns/promises"
import {
  isPublicAddress,
  judgeWebhookUrl,
  type MailServerAddress,
  privateAddress,
  whyNoMailServer,
} from "../../../../domain/rules/webhooks/public-address.ts"
import type { AddressGuard } from "../../../platform/ports.ts"

export class BlockedAddress extends Error {
  override readonly name = "BlockedAddress"
}

/** The name could not be resolved. */
export class UnknownName extends Error {
  override readonly name = "UnknownName"
}

export interface ConnectionGuard extends AddressGuard {
  /** Throws BlockedAddress for a URL that names a private address itself: no name is looked up for such. */
  checkUrl(url: string): void
  /** The addresses that may be connected to for this name. Throws BlockedAddress or UnknownName. */
  vet(name: string): Promise<ResolvedAddress[]>
  /** The address that may be connected to for this mail server. Throws BlockedAddress or UnknownName. */
  vetMailServer(server: MailServerAddress): Promise<ResolvedAddress>
  /** As `refuse`, of a mail server. */
  refuseMailServer(server: MailServerAddress): Promise<string | null>
}

/** `allowPrivate` lets everything pass, http too: for development and tests. */
export function createAddressGuard(options: { resolve: Resolve; allowPrivate: boolean }): ConnectionGuard {
  const { resolve, allowPrivate } = options

  async function vet(name: string): Promise<ResolvedAddress[]> {
    const addresses = await resolve(name).catch(() => {
      throw new UnknownName(name)
    })
    if (allowPrivate) return addresses
    // One forbidden address among public ones is an attempt, not an accident.
    if (!addresses.every(({ address }) => isPublicAddress(address))) throw new BlockedAddress(name)
    return addresses
  }

  return {
    vet,
    async vetMailServer(server) {
      if (whyNoMailServer(server, allowPrivate) !== null) throw new BlockedAddress(server.host)
      return (await vet(server.host))[0]!
    },
    async refuseMailServer(server) {
      const reason = whyNoMailServer(server, allowPrivate)
      if (reason !== null) return reason
      return vet(server.host).then(
        () => null,
        (error: unknown) => (error instanceof BlockedAddress ? privateAddress : null),
      )
    },
    checkUrl(url) {
      if ("refusal" in judgeWebhookUrl(url, allowPrivate)) throw new BlockedAddress(url)
    },
    async refuse(url) {
      const target = judgeWebhookUrl(url, allowPrivate)
      if ("refusal" in target) return target.refusal
      if (target.isLiteral || allowPrivate) return null
      try {
        await vet(target.host)
        return null
      } catch (error) {
        // A name that does not resolve yet may be saved; it is judged again when it is sent to.
        return error instanceof BlockedAddress ? privateAddress : null
      }
    },
  }
}

interface ResolvedAddress {
  address: string
  family: 4 | 6
}

/** Every address that a name stands for, IPv4 first. Throws when there is none, or no answer comes in time. */
export type Resolve = (name: string) => Promise<ResolvedAddress[]>

const timeoutMs = 2_000
const tries = 2

/**
 * Asks the machine's name servers, through a resolver with limits of its own: the usual lookup runs on the thread pool, where
 * one name server that never answers would hold up every other. Names in the machine's own hosts file are not looked at: they are all local.
 */
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
