/** Files in a folder beside the data. */
import { createReadStream } from "node:fs"
import { copyFile, mkdir, open, rename, rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import { type FileStore, FileStoreUnavailable } from "../../../platform/ports/files.ts"

export function createDiskStore(root: string): FileStore {
  const pathOf = (key: string) => join(root, key)
  return {
    async put(key, path) {
      const target = pathOf(key)
      await whileAvailable(async () => {
        await mkdir(dirname(target), { recursive: true, mode: 0o700 })
        const draft = `${target}.draft`
        await copyFile(path, draft)
        await sync(draft)
        await rename(draft, target)
        await sync(dirname(target))
      })
    },
    async read(key) {
      const handle = await whileAvailable(() => open(pathOf(key)).catch(nullWhereMissing))
      if (!handle) return null
      const { size: bytes } = await handle.stat()
      return { bytes, content: createReadStream("", { fd: handle, start: 0 }) }
    },
    async remove(key) {
      await whileAvailable(() => rm(pathOf(key), { force: true }))
    },
  }
}

function nullWhereMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null
  throw error
}

async function whileAvailable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw new FileStoreUnavailable((error as NodeJS.ErrnoException).code ?? "unknown")
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}
