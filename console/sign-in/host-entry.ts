/** This host's offers to people who cannot sign in: it states them in the console's document. */
import type { HostEntry } from "../../domain/model/sign-up.ts"

export const hostEntry: HostEntry = JSON.parse(
  document.querySelector<HTMLMetaElement>("meta[name=entry]")?.content ??
    '{"signUp":null,"mailsResets":false}',
)
