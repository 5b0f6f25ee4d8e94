/**
 * The journal in a folder beside the database: a folder for each database, in it a file of entries for each process and day,
 * and for each process a small file with how far the database had come.
 */
import { constants, createReadStream } from "node:fs"
import { access, type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { createInterface } from "node:readline"
import {
  isBehind,
  type JournalEntry,
  type JournalMark,
  type KeptEntry,
  type KeptJournal,
} from "../../../domain/model/journal.ts"
import { msPerDay } from "../../../domain/time/units.ts"
import type { Clock, Log, Random } from "../../platform/ports.ts"

interface JournalOptions {
  /** Null keeps nothing. */
  directory: string | null
  /** The operator has named the folder, so that a service without it does not start. */
  isAsked: boolean
  clock: Clock
  random: Random
  log: Log
}

/** Marks of processes that ended longer ago are in those of later ones. */
const markKeptMs = 7 * msPerDay

/** The folder that the operator named cannot be used; the message says why. */
export class JournalError extends Error {
  override readonly name = "JournalError"
}

export function createJournal({ directory, isAsked, clock, random, log }: JournalOptions): KeptJournal {
  const own = Buffer.from(random.bytes(6)).toString("hex")
  let folder: string | null = null
  let isKept = directory !== null
  let file: { day: string; handle: FileHandle } | null = null
  let waiting: KeptEntry[] = []
  let writing: Promise<void> = Promise.resolve()

  async function fileOf(day: string): Promise<FileHandle> {
    if (file?.day === day) return file.handle
    await file?.handle.close()
    const handle = await open(join(folder!, `entries-${day}-${own}.jsonl`), "a", 0o600)
    file = { day, handle }
    return handle
  }

  /** Writes all that waits at once: those who come meanwhile share the next write. */
  async function flush(): Promise<void> {
    if (folder === null || waiting.length === 0) return
    const taken = waiting
    waiting = []
    try {
      const handle = await fileOf(new Date(clock.now()).toISOString().slice(0, 10))
      await handle.appendFile(taken.map((entry) => `${JSON.stringify(entry)}\n`).join(""))
      await handle.datasync()
    } catch (error) {
      waiting = [...taken, ...waiting]
      log.error({ err: error, job: "journal", count: waiting.length }, "the journal could not be written")
    }
  }

  function flushed(): Promise<void> {
    writing = writing.then(flush)
    return writing
  }

  return {
    async append(entries: readonly JournalEntry[]) {
      if (!isKept) return
      const at = clock.now()
      waiting.push(...entries.map((entry) => ({ ...entry, at })))
      await flushed()
    },
    async open(databaseId) {
      if (directory === null) return false
      const named = join(directory, databaseId)
      try {
        await mkdir(named, { recursive: true, mode: 0o700 })
        await access(named, constants.W_OK)
      } catch (error) {
        if (isAsked) throw new JournalError(`JOURNAL_DIR cannot be used: ${(error as Error).message}`)
        log.warn({ job: "journal", code: String((error as { code?: unknown }).code) }, "no journal is kept")
        isKept = false
        return false
      }
      folder = named
      await flushed()
      return true
    },
    async latest() {
      if (folder === null) return null
      const marks = await readMarks(folder)
      return marks.length === 0 ? null : marks.reduce(furthest)
    },
    async keepMark(mark) {
      await flushed()
      if (folder !== null) await writeWhole(join(folder, `mark-${own}.json`), JSON.stringify(mark))
    },
    async since(at) {
      const firstDay = new Date(at).toISOString().slice(0, 10)
      const entries: KeptEntry[] = []
      for (const name of folder === null ? [] : await readdir(folder)) {
        const day = /^entries-(\d{4}-\d\d-\d\d)-/.exec(name)?.[1]
        if (day === undefined || day < firstDay) continue
        for await (const entry of readEntries(join(folder!, name))) if (entry.at >= at) entries.push(entry)
      }
      return entries.sort((one, other) => one.at - other.at)
    },
    async close() {
      await flushed()
      if (folder !== null) await dropOldMarks(folder, own, clock.now())
      await file?.handle.close()
      file = null
    },
  }
}

/** The newer of the two, with the higher ids of both. */
function furthest(one: JournalMark, other: JournalMark): JournalMark {
  const ids = { ...one.ids }
  for (const [name, id] of Object.entries(other.ids)) ids[name] = Math.max(ids[name] ?? 0, id)
  return { ...(isBehind(one, other) ? other : one), ids }
}

async function readMarks(folder: string): Promise<JournalMark[]> {
  const names = (await readdir(folder)).filter((name) => /^mark-\w+\.json$/.test(name))
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8").catch(() => null)))
  return texts.flatMap((text) => (text === null ? [] : [JSON.parse(text) as JournalMark]))
}

async function* readEntries(path: string): AsyncGenerator<KeptEntry> {
  for await (const line of createInterface({ input: createReadStream(path) })) {
    // A crash may have cut the last line off.
    const entry = parsed(line)
    if (entry) yield entry
  }
}

function parsed(line: string): KeptEntry | null {
  try {
    return JSON.parse(line) as KeptEntry
  } catch {
    return null
  }
}

/** A reader meets the old text or the new one, and a crash leaves one of them. */
async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.draft`
  const handle = await open(draft, "w", 0o600)
  try {
    await handle.writeFile(text)
    await handle.datasync()
  } finally {
    await handle.close()
  }
  await rename(draft, path)
}

async function dropOldMarks(folder: string, own: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith("mark-") || name.includes(own)) continue
    const path = join(folder, name)
    // The draft of another process is a mark by now.
    const found = await stat(path).catch(() => null)
    if (found !== null && found.mtimeMs < now - markKeptMs) await rm(path, { force: true })
  }
}
