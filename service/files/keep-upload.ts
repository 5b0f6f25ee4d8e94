/** Takes the bytes of a file that was asked for: judged by their content, made safe to keep, and stored. Each link takes one. */
import { rm } from "node:fs/promises"
import { Refusal } from "../../domain/model/errors.ts"
import {
  type AnswerFile,
  fileLimits,
  storageKey,
  type UploadedFile,
  uploadMinutes,
} from "../../domain/model/uploaded-file.ts"
import { keptName } from "../../domain/rules/files/file-name.ts"
import { msPerMinute } from "../../domain/time/units.ts"
import {
  beginStoring,
  countBytes,
  findFileById,
  finishStoring,
  giveUpStoring,
  lockUploads,
} from "../ledger/uploaded-files.sql.ts"
import { contextOf } from "../platform/company-context.ts"
import type { AppContext } from "../platform/context.ts"
import { type CleanFile, FileStoreUnavailable } from "../platform/ports/files.ts"
import { filesOf, readUploadToken } from "./uploads.ts"

export interface OpenedUpload {
  context: AppContext
  companyId: number
  uploader: string
  file: UploadedFile
}

/** Throws `link_ended` for a token that is none, is over, or has taken its file. */
export async function openUpload(host: AppContext, token: string): Promise<OpenedUpload> {
  filesOf(host)
  const read = readUploadToken(host.sealer, token)
  const file = read && (await findFileById(host.db, read.companyId, read.id))
  if (!read || !file || file.uploaded_at) throw new Refusal("link_ended")
  const context = await contextOf(host, read.companyId)
  const endsAt = file.created_at.getTime() + uploadMinutes * msPerMinute
  if (endsAt <= context.clock.now()) throw new Refusal("link_ended")
  return { context, companyId: read.companyId, uploader: file.uploader, file }
}

/** Longer than storing takes: a process that died meanwhile holds up another try no longer. */
const storingMs = 120_000

/** `path` is where the bytes arrived. Throws `file_refused`, `files_full`, `link_ended` and `files_unavailable`. */
export async function keepUpload(
  { context, companyId, file }: Omit<OpenedUpload, "uploader">,
  path: string,
): Promise<AnswerFile> {
  const cleaned = await filesOf(context).cleaner.clean(path, companyId)
  if (cleaned === null || cleaned.bytes > fileLimits.bytes) throw new Refusal("file_refused")
  try {
    return await store(context, companyId, file, cleaned)
  } finally {
    if (cleaned.path !== path) await rm(cleaned.path, { force: true })
  }
}

async function store(
  { db, clock, files }: AppContext,
  companyId: number,
  file: UploadedFile,
  { path, mediaType, bytes }: CleanFile,
): Promise<AnswerFile> {
  const now = clock.now()
  const lease = { now: new Date(now), until: new Date(now + storingMs), bytes }
  await db.transaction(async (tx) => {
    lockUploads(tx, companyId)
    const kept = await countBytes(tx, companyId)
    if (kept + bytes > files!.quotaBytes) throw new Refusal("files_full")
    if (!(await beginStoring(tx, companyId, file.id, lease))) throw new Refusal("link_ended")
  })
  const key = storageKey(companyId, file)
  await files!.store.put(key, path, mediaType).catch(async (error) => {
    await giveUpStoring(db, companyId, file.id)
    throw unavailable(error)
  })
  const name = keptName(file.name, mediaType)
  if (!(await finishStoring(db, companyId, file.id, { name, mediaType, bytes }, new Date(now))))
    throw new Refusal("link_ended")
  return { id: file.reference, name, media_type: mediaType, bytes }
}

const unavailable = (error: unknown) =>
  error instanceof FileStoreUnavailable ? new Refusal("files_unavailable", { retryAfterSeconds: 10 }) : error
