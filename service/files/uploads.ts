/** Asking for an upload, in the name of a visit, a link or staff: the file's reference, and the link that takes its bytes. */
import { timingSafeEqual } from "node:crypto"
import { Refusal } from "../../domain/model/errors.ts"
import type { Sealer } from "../../domain/model/sealing.ts"
import { fileLimits, staffUploads, uploadMinutes } from "../../domain/model/uploaded-file.ts"
import { msPerDay, msPerMinute } from "../../domain/time/units.ts"
import { countFiles, insertFile, lockUploads, nextFileId } from "../ledger/uploaded-files.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import type { Files } from "../platform/ports/files.ts"
import { write } from "../platform/write.ts"

export interface AskedUpload {
  id: string
  uploadUrl: string
  expiresAt: number
}

/** Throws `files_not_kept`. */
export function filesOf({ files }: AppContext): Files {
  if (files === null) throw new Refusal("files_not_kept")
  return files
}

/** The owner whose uploads are counted together, and the customer they are about as far as that is known. */
export interface Uploader {
  key: string
  customerId: number | null
}

/**
 * Returns what `show` makes of the link. Under an Idempotency-Key that is kept for a repeat. Throws `files_not_kept`, `files_full`,
 * and `rate_limited` for an uploader who has asked for too many.
 */
export async function askForUpload<Result>(
  context: AppContext,
  call: Call,
  { uploader, name }: { uploader: Uploader; name: string },
  show: (asked: AskedUpload) => Result,
): Promise<Result> {
  const { companyId, now } = call
  const { quotaBytes } = filesOf(context)
  if (context.bookUrl === null) throw new Refusal("files_not_kept")
  const bookUrl = context.bookUrl
  const reference = `file_${Buffer.from(context.random.bytes(16)).toString("base64url")}`
  return write(context, call, "request_file_upload", async (tx) => {
    lockUploads(tx, companyId)
    const counted = await countFiles(tx, companyId, uploader.key, new Date(now - msPerDay))
    if (counted.bytes >= quotaBytes) throw new Refusal("files_full")
    if (uploader.key !== staffUploads && counted.asked >= fileLimits.ofUploader)
      throw new Refusal("rate_limited")
    const id = await nextFileId(tx)
    const { key, customerId } = uploader
    await insertFile(tx, companyId, { id, reference, uploader: key, name, customerId }, new Date(now))
    return {
      result: show({
        id: reference,
        uploadUrl: `${bookUrl}/files/${uploadToken(context.sealer, companyId, id)}`,
        expiresAt: now + uploadMinutes * msPerMinute,
      }),
      targetId: id,
      fields: ["name"],
      customerId,
    }
  })
}

/** The number of characters, of 6 bits each. */
const secretLength = 22

const secretsOf = (sealer: Sealer, companyId: number, id: number): string[] =>
  sealer
    .hashes(`${companyId}.${id}`, "upload")
    .map((hash) => hash.slice(hash.indexOf(":") + 1).slice(0, secretLength))

const uploadToken = (sealer: Sealer, companyId: number, id: number): string =>
  `${companyId}.${id}.${secretsOf(sealer, companyId, id)[0]}`

const form = /^([1-9]\d{0,15})\.([1-9]\d{0,15})\.([\w-]{22})$/

/** Null for a token that this host has not made. */
export function readUploadToken(sealer: Sealer, token: string): { companyId: number; id: number } | null {
  const [, company, file, secret] = form.exec(token.slice(0, 80)) ?? []
  if (secret === undefined) return null
  const [companyId, id] = [Number(company), Number(file)]
  const isKnown = secretsOf(sealer, companyId, id).some((own) =>
    timingSafeEqual(Buffer.from(own), Buffer.from(secret)),
  )
  return isKnown ? { companyId, id } : null
}
