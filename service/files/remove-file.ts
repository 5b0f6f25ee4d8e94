/** Deletes files that nothing needs any more: their bytes first, then what is known of them, so that no bytes are forgotten. */
import { storageKey, type UploadedFile, unclaimedHours } from "../../domain/model/uploaded-file.ts"
import { msPerHour } from "../../domain/time/units.ts"
import { deleteFile, endUnclaimed, listToRemove } from "../ledger/uploaded-files.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { FileStoreUnavailable } from "../platform/ports/files.ts"

const atOnce = 200

/**
 * Removes files that ended, and files that no booking took in time by the company's clock. A removal that fails is tried
 * again later.
 */
export async function removeFiles(context: AppContext, companyId: number): Promise<number> {
  const { db, clock, files, log } = context
  if (files === null) return 0
  const now = clock.now()
  const unclaimedBefore = new Date(now - unclaimedHours * msPerHour)
  let removed = 0
  for (;;) {
    const ended = await listToRemove(db, companyId, unclaimedBefore, atOnce)
    for (const file of ended) {
      if (!(await endUnclaimed(db, companyId, file.id, new Date(now)))) continue
      try {
        await files.store.remove(storageKey(companyId, file))
      } catch (error) {
        if (!(error instanceof FileStoreUnavailable)) throw error
        log.error({ err: error, job: "remove-files", company_id: companyId }, "job failed")
        return removed
      }
      await deleteFile(db, companyId, file.id)
      removed += 1
    }
    if (ended.length < atOnce) return removed
  }
}

/** The bytes of a company whose rows are gone. What the store does not delete now stays there: the host's log says so. */
export async function removeBytes(
  { files, log }: AppContext,
  companyId: number,
  ended: readonly Pick<UploadedFile, "id" | "reference">[],
): Promise<void> {
  try {
    for (const file of ended) await files?.store.remove(storageKey(companyId, file))
  } catch (error) {
    if (!(error instanceof FileStoreUnavailable)) throw error
    log.error({ err: error, job: "remove-files", company_id: companyId }, "job failed")
  }
}
