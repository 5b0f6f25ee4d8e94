import type { CompiledMessages } from "../../domain/messages/speak-messages.ts"

/** The messages of all other parts, by their file. */
export default import.meta.glob<CompiledMessages>(
  ["./en/*.json", "!./en/{board,problems,series,shell,texts}.json"],
  {
    eager: true,
    import: "default",
  },
)
