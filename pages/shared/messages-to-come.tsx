/** The service's messages about an appointment, by the channels that will really be used. */
import type { MessagesView, ReachView } from "../../domain/contracts/customer-pages.ts"
import { useLanguage } from "./language.ts"

/** The word for the channels in the messages' files. */
export const byWhich = (reach: readonly ReachView[]): ReachView | "both" | "none" =>
  reach.length > 1 ? "both" : (reach[0] ?? "none")

/** Says that the details were sent, or that nothing can be. */
export function useSent({ confirmation }: MessagesView): string {
  return useLanguage().words.sent[byWhich(confirmation)]
}

/** Reminders and changes to come; nothing where none is sent. */
export function WhatHappensNext({ messages }: { messages: MessagesView }) {
  const { words } = useLanguage()
  const [reminded, told] = [byWhich(messages.reminders), byWhich(messages.changes)]
  const isReminded = reminded === "sms" || reminded === "mail"
  if (!isReminded && told === "none") return null
  return (
    <div class="stack">
      <h2>{words.next}</h2>
      <ul class="stack">
        {isReminded && <li>{words.reminders[reminded]}</li>}
        {told !== "none" && <li>{words.changes[told]}</li>}
      </ul>
    </div>
  )
}
