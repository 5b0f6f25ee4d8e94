import type { CompiledMessages } from "../../domain/messages/speak-messages.ts"

/** The messages that the first board needs, by their file. */
export default import.meta.glob<CompiledMessages>("./fr/{board,problems,series,shell,texts}.json", {
  eager: true,
  import: "default",
})
