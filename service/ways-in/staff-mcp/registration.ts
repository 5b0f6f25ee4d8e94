/**
 * Programs register by themselves (RFC 7591). The client id holds what a program said of itself under our mark, so a registration takes
 * no room here, however many are made.
 */
import { timingSafeEqual } from "node:crypto"
import type { z } from "zod"
import { hostOf, type Registration, type registrationInput } from "../../../domain/model/connected-app.ts"
import { associatedData, type Sealer } from "../../../domain/model/sealing.ts"

const markLength = 32

const markOf = (hash: string) => hash.replace(/[^\w-]/g, "").slice(-markLength)

export function clientIdOf(sealer: Sealer, input: z.output<typeof registrationInput>): string {
  const name = input.client_name || hostOf(input.redirect_uris[0]!)
  const said = Buffer.from(JSON.stringify([name, ...input.redirect_uris])).toString("base64url")
  return `${said}.${markOf(sealer.hashes(said, associatedData.appRegistration)[0]!)}`
}

/** Null for an id that was not made here. */
export function registrationIn(sealer: Sealer, clientId: string): Registration | null {
  const [said, mark, ...rest] = clientId.split(".")
  if (said === undefined || mark?.length !== markLength || rest.length > 0) return null
  const isOurs = sealer
    .hashes(said, associatedData.appRegistration)
    .some((hash) => timingSafeEqual(Buffer.from(markOf(hash)), Buffer.from(mark)))
  if (!isOurs) return null
  const [name, ...redirectUris] = JSON.parse(Buffer.from(said, "base64url").toString("utf8")) as string[]
  return { name: name!, redirectUris }
}
