/** `DATA_DIR/demo.json`: which company is the demo, and how to act for it. Readable by its owner only. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"

export interface Demo {
  companyId: number
  apiKey: string
  /** The user who signs in to the console; null in files of an earlier version. */
  user: DemoUser | null
  /** A link that can be opened now; null when this host has no booking pages. */
  bookingUrl: string | null
  /** A customer's number, to play an agent whom they call. */
  callerPhone: string | null
  /** The public page; null when there is none. */
  pageUrl: string | null
  /** The path of this file. */
  file: string
}

export interface DemoUser {
  email: string
  password: string
}

interface Kept {
  company_id: number
  api_key: string
  booking_url: string | null
  page_url: string | null
  /** Absent in files of an earlier version. */
  caller_phone?: string | null
  user?: DemoUser | null
}

const fileIn = (dataDir: string) => join(dataDir, "demo.json")

export function readDemo(dataDir: string): Demo | null {
  const file = fileIn(dataDir)
  try {
    const kept = JSON.parse(readFileSync(file, "utf8")) as Kept
    return {
      companyId: kept.company_id,
      apiKey: kept.api_key,
      user: kept.user ?? null,
      bookingUrl: kept.booking_url,
      callerPhone: kept.caller_phone ?? null,
      pageUrl: kept.page_url,
      file,
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null
    throw error
  }
}

/** Appears whole or not at all. */
export function keepDemo(dataDir: string, demo: Omit<Demo, "file">): Demo {
  const file = fileIn(dataDir)
  const kept: Kept = {
    company_id: demo.companyId,
    api_key: demo.apiKey,
    user: demo.user,
    booking_url: demo.bookingUrl,
    caller_phone: demo.callerPhone,
    page_url: demo.pageUrl,
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  writeFileSync(`${file}.new`, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return { ...demo, file }
}
