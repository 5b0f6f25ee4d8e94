/** Staff read a file's facts, and a link that gives its bytes for a while, at an origin of its own. */
import { timingSafeEqual } from "node:crypto"
import type { Readable } from "node:stream"
import { z } from "zod"
import { notFound, Refusal } from "../../domain/model/errors.ts"
import { bounded } from "../../domain/model/fields.ts"
import type { Sealer } from "../../domain/model/sealing.ts"
import {
  answerFileOf,
  downloadMinutes,
  fileView,
  storageKey,
  type UploadedFile,
} from "../../domain/model/uploaded-file.ts"
import { iso } from "../../domain/model/views.ts"
import { isoOfMinute } from "../../domain/time/dates.ts"
import { msPerMinute } from "../../domain/time/units.ts"
import { findFile, findFileById } from "../ledger/uploaded-files.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { found, operation, staff } from "../platform/operation.ts"
import { FileStoreUnavailable } from "../platform/ports/files.ts"
import { filesOf } from "./uploads.ts"

export const readFile = operation({
  name: "read_file",
  summary: "Read a file",
  description:
    "What was uploaded as an answer, with a link to its bytes. They come as an attachment from an origin of their own, so that " +
    "nothing in them runs beside the console or the pages.",
  noun: "Files",
  roles: staff,
  refusals: ["files_not_kept"],
  params: z.strictObject({ id: bounded(40, "expected the id of a file") }),
  result: fileView,
  async run(context, { companyId }, { id }) {
    const { url } = filesOf(context)
    if (url === null) throw new Refusal("files_not_kept")
    const file = found(await findFile(context.db, companyId, id), notFound("file"))
    // Links end by the host's time: what they open is served by the host.
    const endsAt = Math.floor(context.hostClock.now() / msPerMinute) + downloadMinutes
    return {
      ...answerFileOf(file),
      created_at: iso(file.created_at),
      appointment_id: file.appointment_id,
      download_url: `${url}/${downloadToken(context.sealer, companyId, file.id, endsAt)}`,
      download_expires_at: isoOfMinute(endsAt),
    }
  },
})

/** The number of characters, of 6 bits each. */
const secretLength = 22

const secretsOf = (sealer: Sealer, what: string): string[] =>
  sealer.hashes(what, "download").map((hash) => hash.slice(hash.indexOf(":") + 1).slice(0, secretLength))

const downloadToken = (sealer: Sealer, companyId: number, id: number, endsAt: number): string => {
  const what = `${companyId}.${id}.${endsAt}`
  return `${what}.${secretsOf(sealer, what)[0]}`
}

const form = /^(([1-9]\d{0,15})\.([1-9]\d{0,15})\.(\d{1,12}))\.([\w-]{22})$/

export interface OpenedDownload {
  file: UploadedFile
  bytes: number
  content: Readable
}

/** Throws `link_ended` for a token that is none or over, `not_found` for a file that is gone, and `files_unavailable`. */
export async function openDownload(host: AppContext, token: string): Promise<OpenedDownload> {
  const [, what, company, id, endsAt, secret] = form.exec(token.slice(0, 100)) ?? []
  const isKnown =
    what !== undefined &&
    secretsOf(host.sealer, what).some((own) => timingSafeEqual(Buffer.from(own), Buffer.from(secret!)))
  if (!isKnown || Number(endsAt) * msPerMinute <= host.hostClock.now()) throw new Refusal("link_ended")
  const companyId = Number(company)
  const file = await findFileById(host.db, companyId, Number(id))
  if (!file?.uploaded_at) throw notFound("file")
  const stored = await filesOf(host).store.read(storageKey(companyId, file)).catch(refuseUnavailable)
  if (!stored) throw notFound("file")
  return { file, ...stored }
}

function refuseUnavailable(error: unknown): never {
  throw error instanceof FileStoreUnavailable
    ? new Refusal("files_unavailable", { retryAfterSeconds: 10 })
    : error
}
