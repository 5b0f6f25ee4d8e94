import type { TextSender } from "../../ports.ts"

/** For development: texts stay in the database, where `/dev/texts` shows them. None reaches a log or a carrier. */
export const consoleTexts: TextSender = {
  staysHere: true,
  send: async () => ({ kind: "sent", carrierId: null }),
}
