/** Connections to vetted addresses only. */
import type { LookupFunction } from "node:net"
import type { ConnectionGuard } from "./address-guard.ts"

/** `net.connect` connects to what this gives it and to nothing else, so that a name can't change its meaning between. */
export function vettedLookup(guard: ConnectionGuard): LookupFunction {
  return (name, options, callback) => {
    guard.vet(name).then(
      (addresses) => {
        const { address, family } = addresses[0]!
        if (options.all) callback(null, addresses)
        else callback(null, address, family)
      },
      (error: Error) => callback(error, []),
    )
  }
}
