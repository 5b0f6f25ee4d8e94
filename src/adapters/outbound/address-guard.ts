/** Keeps the service from sending to private networks: when a URL is saved, and again at every connection. */
import type { AddressGuard } from "../../ports.ts"
import { isPublicAddress, judgeWebhookUrl, privateAddress } from "../../rules/webhooks/public-address.ts"
import type { Resolve, ResolvedAddress } from "./resolver.ts"

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
