/** A change that a user of the console can take back for some seconds: it is written at once, and announced only then. */
import { z } from "zod"
import type { Actor } from "./actor.ts"
import { type Appointment, appointmentView, type TellingChannel } from "./appointment.ts"
import { bounded, timestamp } from "./fields.ts"

export const undoParams = z.object({
  token: bounded(100, "expected the token of an answer's `undo`", "expected at most 100 characters"),
})

export const undoneView = z
  .object({
    appointments: z.array(appointmentView).meta({
      description: "All that the change was of, as they stand now.",
    }),
  })
  .meta({ id: "Undone" })

/** The offer, in the answer to a change, to take it back. */
export const undoView = z.object({
  token: z.string().meta({ description: "For `POST /undo/{token}`." }),
  until: timestamp.meta({ description: "Then everybody concerned hears of it, and it is too late." }),
})

export const changedView = appointmentView
  .extend({
    undo: undoView.optional().meta({
      description: "With hold_messages_seconds: by what it is taken back. Absent where it was told at once.",
    }),
  })
  .meta({ id: "ChangedAppointment" })
export type ChangedAppointment = z.input<typeof changedView>

/** A change that waits for its end. */
export interface WaitingUndo {
  holdId: number
  /** As they were before the change, in the order in which they were changed. */
  appointments: readonly Appointment[]
  /** Their allocations before, which are active again when it is taken back. */
  allocationIds: readonly number[]
  /** One message tells of all; null where each has its own. */
  together: "series" | "group" | null
  actor: Actor
  requestId: string
  silentChannels: readonly TellingChannel[]
  dueAt: Date
}

/** An appointment that was stored as JSON, in which instants are texts. */
export const fromStored = (stored: Record<string, unknown>): Appointment =>
  Object.fromEntries(
    Object.entries(stored).map(([key, value]) => [
      key,
      typeof value === "string" && isInstant(key) ? new Date(value) : value,
    ]),
  ) as unknown as Appointment

const isInstant = (key: string) => key.endsWith("_at") || key === "answer_by"
