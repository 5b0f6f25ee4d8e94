/**
 * Photos and documents that the visitor chose. They stay in this browser until the number is verified, through a reload too, and
 * are sent when the time is booked.
 */
import type { QuestionView, UploadView } from "../../../domain/contracts/customer-pages.ts"
import type { Failure, Outcome } from "../api.ts"
import { askedAfter, type Told } from "./told.ts"

/** As the page keeps one among the answers: `<when>-<random>/<name>`. */
type Chosen = string

export const nameOf = (chosen: Chosen): string => chosen.slice(chosen.indexOf("/") + 1)

const mostBytes = 10 * 1_024 * 1_024
const keptForMs = 24 * 3_600_000

const inMemory = new Map<Chosen, Blob>()
/** By what was sent already: a booking that is tried again names it. */
const sent = new Map<Chosen, string>()

/** Null for a document that is too large, or of another kind. */
export async function choose(file: File): Promise<Chosen | null> {
  const isPhoto = file.type.startsWith("image/") && file.type !== "image/svg+xml"
  if (!isPhoto && file.type !== "application/pdf") return null
  const kept = isPhoto ? await smaller(file) : file
  if (kept.size > mostBytes) return null
  const random = crypto.getRandomValues(new Uint32Array(2)).join("")
  const chosen = `${Date.now()}-${random}/${file.name.slice(-100)}`
  inMemory.set(chosen, kept)
  await inStore("readwrite", (store) => {
    store.delete(IDBKeyRange.upperBound(String(Date.now() - keptForMs)))
    return store.put(kept, chosen)
  })
  return chosen
}

/** Large photos of phones would take minutes over a slow line. A device that writes HEIC reads it here, too. */
async function smaller(file: File): Promise<Blob> {
  const isPlain = /^image\/(jpeg|png|webp|gif|avif)$/.test(file.type)
  if (isPlain && file.size < 1_500_000) return file
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, 3_000 / Math.max(picture.width, picture.height))
    const canvas = document.createElement("canvas")
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext("2d")!.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", 0.85))
    return blob && (blob.size < file.size || !isPlain) ? blob : file
  } catch {
    return file
  }
}

/** Sends what is not sent yet, and names the files as the service does. `field` of a failure says which question it is. */
export async function sendChosen(
  questions: readonly QuestionView[],
  told: Told,
  ask: (name: string) => Promise<Outcome<UploadView>>,
): Promise<Outcome<Told>> {
  const named: Record<string, string[]> = {}
  for (const { key, kind } of askedAfter(questions, told)) {
    if (kind !== "file") continue
    named[key] = []
    for (const chosen of [told[key] ?? []].flat() as Chosen[]) {
      const outcome = await send(chosen, ask)
      if (!outcome.ok) return needsOther.has(outcome.code) ? { ...outcome, field: `answers.${key}` } : outcome
      named[key].push(outcome.data)
    }
  }
  return { ok: true, data: { ...told, ...named } }
}

/** Another file may do; all else may pass by itself. */
const needsOther = new Set(["file_refused", "body_too_large", "not_found"])

async function send(
  chosen: Chosen,
  ask: (name: string) => Promise<Outcome<UploadView>>,
): Promise<Outcome<string>> {
  const known = sent.get(chosen)
  if (known !== undefined) return { ok: true, data: known }
  const file = inMemory.get(chosen) ?? (await inStore<Blob>("readonly", (store) => store.get(chosen)))
  if (!file) return failed("not_found")
  const asked = await ask(nameOf(chosen))
  if (!asked.ok) return asked
  try {
    const answer = await fetch(asked.data.uploadUrl, { method: "PUT", body: file, credentials: "omit" })
    if (answer.ok) {
      sent.set(chosen, asked.data.id)
      return { ok: true, data: asked.data.id }
    }
    const { error } = (await answer.json()) as { error?: { code?: Failure["code"] } }
    return failed(error?.code ?? "unknown")
  } catch {
    return failed("offline")
  }
}

const failed = (code: Failure["code"]): { ok: false } & Failure => ({
  ok: false,
  code,
  details: {},
  retryAfterSeconds: null,
  outcomeUnknown: false,
})

/** The browser's own store of files, which outlasts a reload. Where it refuses, the page's memory is all. */
function inStore<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest,
): Promise<Result | undefined> {
  return new Promise((done) => {
    try {
      const opening = indexedDB.open("chosen-files", 1)
      opening.onupgradeneeded = () => opening.result.createObjectStore("files")
      opening.onerror = () => done(undefined)
      opening.onsuccess = () => {
        const request = work(opening.result.transaction("files", mode).objectStore("files"))
        request.onsuccess = () => done(request.result as Result)
        request.onerror = () => done(undefined)
      }
    } catch {
      done(undefined)
    }
  })
}

/** After the booking. */
export function forgetChosen(): void {
  inMemory.clear()
  sent.clear()
  void inStore("readwrite", (store) => store.clear())
}
