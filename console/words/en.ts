import type { CompiledMessages } from "../../domain/messages/speak-messages.ts"

/** All parts of the console's messages, by their file. */
export default import.meta.glob<CompiledMessages>("./en/*.json", { eager: true, import: "default" })
