import type { FormOf, InputOf } from "../controls.ts"

export const channelForm = {
  name: "channel",
  sections: {
    number: {
      kind: { control: "choice", values: ["sms", "voice"] },
      phone: { control: "phone" },
    },
  },
} as const satisfies FormOf<InputOf<"createChannel">>
