/** The frame of one part in the gallery: the name of its file, and its states below one another. */
import type { ComponentChildren } from "preact"
import { Refusal } from "../api/client.ts"

export const refusal = new Refusal(409, {
  code: "slot_taken",
  message: "Somebody else has booked this time meanwhile.",
  request_id: "in the gallery",
})

export function Part({ file, children }: { file: string; children: ComponentChildren }) {
  return (
    <section class="card stack" aria-label={file}>
      <h2>{file}</h2>
      {children}
    </section>
  )
}

export function State({ of, children }: { of: string; children: ComponentChildren }) {
  return (
    <div class="stack">
      <p class="hint">{of}</p>
      {children}
    </div>
  )
}
