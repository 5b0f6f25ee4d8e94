/**
 * Steps that were a mistake come back. For ten seconds by the notice or its key, and then no message has gone out; later by
 * the appointment's panel.
 */
import { type Answer, api, isRefusal } from "../api/client.ts"
import { failureText } from "../parts/states.tsx"
import { announce, notify } from "../shell/notices.tsx"
import type { Words } from "../words/words.ts"
import { readAppointmentAgain } from "./board-data.ts"

const undoMs = 10_000
/** Longer than the notice is there, so that no press comes too late for a cancel that waits. */
export const cancelDelaySeconds = 12

/** A move is announced only after so many seconds: until then taking it back leaves no trace. */
export const undoSeconds = 10

/**
 * Takes a move back, as if it had not been made. False where it is announced by now, or was at once: then the way back is a
 * move that the customer hears of. Throws every other refusal.
 */
export async function tookMoveBack({ undo }: Answer<"rescheduleAppointment">): Promise<boolean> {
  if (!undo) return false
  try {
    await api.undo({ token: undo.token })
    return true
  } catch (error) {
    if (isRefusal(error as Error, "too_late")) return false
    throw error
  }
}

/** Says what was done, with its way back. */
export const offerUndo = (
  text: string,
  appointment: { id: number; version: number },
  words: Words["board"],
) => notify({ text, undoMs, undo: () => void takeBack(appointment, words) })

/** Also against rules that hold by now, such as the notice; never onto another appointment. */
export async function takeBack(
  { id, version }: { id: number; version: number },
  words: Words["board"],
): Promise<void> {
  try {
    const back = await api.reopenAppointment({ id, override_eligibility: true })
    // A cancel that had not taken effect left everything as it was.
    notify({ text: back.version === version ? words.keptAgain : words.reopened })
  } catch (error) {
    const said = failureText(error as Error)
    notify({ text: said })
    announce(said)
  }
  await readAppointmentAgain(id)
}
