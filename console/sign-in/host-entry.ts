/** What this host offers to people who cannot sign in: it says so in the console's document. */
import type { HostEntry } from "../../domain/model/sign-up.ts"

export const hostEntry: HostEntry = JSON.parse(
  document.querySelector<HTMLMetaElement>("meta[name=entry]")?.content ??
    '{"signUp":null,"mailsResets":false}',
)
