import { channelInput } from "../model/company.ts"
import { assignChannel } from "../operations/operator.ts"
import { answer, type Command, optionsOf } from "./command.ts"
import { withContext } from "./opened.ts"
import { checked, companyIdOf, needed } from "./option-values.ts"

const { kind, phone } = channelInput.shape

export const channelAssign: Command = {
  name: "channel assign",
  usage: "--company ID --kind voice|sms --phone +15125550100 [--move] [--json]",
  summary: "Give a company a number for calls or texts; --move takes it from the company that has it",
  async run(args, settings) {
    const { values } = optionsOf(args, {
      company: { type: "string" },
      kind: { type: "string" },
      phone: { type: "string" },
      move: { type: "boolean", default: false },
      json: { type: "boolean" },
    })
    const companyId = companyIdOf(values.company)
    const channel = {
      kind: checked(kind, needed(values.kind, "kind"), "kind"),
      phone: checked(phone, needed(values.phone, "phone"), "phone"),
    }
    await withContext(settings(), async (context) => {
      const { channelId, takenFrom } = await assignChannel(context, companyId, channel, values)
      answer(values.json, { company_id: companyId, channel_id: channelId, taken_from: takenFrom }, [
        `${channel.phone} is company ${companyId}'s ${channel.kind} channel ${channelId}.`,
        ...(takenFrom === null ? [] : [`Company ${takenFrom} has it no longer.`]),
      ])
    })
  },
}
