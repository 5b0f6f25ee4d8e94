import { drawForm } from "../draw-form.ts"

export const channelForm = drawForm(
  "createChannel",
  { form: "channel" },
  {
    number: { kind: {}, phone: {} },
  },
)
