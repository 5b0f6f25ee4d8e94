import { optOutInput, optOutView } from "../../model/agent/caller.ts"
import { recordConsentOnce } from "../shared/consents.ts"
import { write } from "../write.ts"
import { agentTool, phoneOf } from "./agent-tool.ts"

export const optOut = agentTool({
  name: "opt_out",
  summary: "Stop outreach to the caller",
  description:
    "Stops the company's own calls (voice) or texts (sms) to this caller's number, when the caller asks for it: one " +
    "channel a call, this conversation's own when left out. Appointments stay as they are. Safe to send again.",
  writes: true,
  input: optOutInput,
  result: optOutView,
  async run(context, call, input) {
    const { companyId, session, now } = call
    const channel = input.channel ?? session.channel
    const phone = phoneOf(call)
    await write(context, call, "opt_out", async (tx) => {
      const said = { channel, event: "revoked", source: "agent" } as const
      await recordConsentOnce(tx, context.sealer, companyId, { phone, ...said }, now)
      return { result: null, targetId: session.customer?.id ?? null, fields: [channel] }
    })
    const words = channel === "sms" ? "text you" : "call you"
    return { channel, opted_out: true as const, say: `All right, we won't ${words} about booking any more.` }
  },
})
