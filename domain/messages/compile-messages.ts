/**
 * Message files as they are compiled: ICU MessageFormat becomes the few nodes that `speak-messages.ts` reads. The build does
 * it for browsers, which get no parser; the service does it once, when it starts.
 */
import compile from "icu-minify/compile"
import type { CompiledMessages } from "./speak-messages.ts"

/** A file of messages: sentences, and groups of sentences. */
export interface MessageFile {
  readonly [key: string]: string | MessageFile
}

/** Throws a `SyntaxError` for a message that is no ICU MessageFormat. */
export function compileMessages(file: MessageFile): CompiledMessages {
  return Object.fromEntries(
    Object.entries(file).map(([key, message]) => [
      key,
      typeof message === "string" ? compile(message) : compileMessages(message),
    ]),
  )
}
