/** Zone rules out of a directory of TZif files, such as /usr/share/zoneinfo. */
import { readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { isTzif, tzifPeriods, type ZoneFiles } from "../../../domain/time/tzif.ts"
import type { SettingsReader } from "./settings-reader.ts"

/** The same rules once more with leap seconds or without, and files that stand for the machine's own zone. */
const notZones = /^(posix|right)\/|^(localtime|posixrules|Factory)$/

/** Null without the setting, and where the directory holds no zone rules. */
export function readZoneFiles(reader: SettingsReader): ZoneFiles | null {
  const directory = reader.text("ZONEINFO")
  if (directory === null) return null
  try {
    const found = readZoneinfo(directory)
    if (found.files.size > 0) return found
    reader.refuse("ZONEINFO", "holds no zone rules", "a directory of TZif files such as /usr/share/zoneinfo")
  } catch (error) {
    reader.refuse("ZONEINFO", `cannot be used (${(error as Error).message})`, "a directory of TZif files")
  }
  return null
}

/** All files are read now, so that an update of the directory changes nothing under a running process. */
function readZoneinfo(directory: string): ZoneFiles {
  const files = new Map<string, Uint8Array>()
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const name = relative(directory, join(entry.parentPath, entry.name))
    if (entry.isDirectory() || notZones.test(name)) continue
    const bytes = readFileSync(join(directory, name))
    if (!isTzif(bytes)) continue
    // A file that can't be read fails at the start, not when a customer asks.
    tzifPeriods(bytes)
    files.set(name, bytes)
  }
  return { source: directory, version: versionIn(directory), files }
}

/** Distributions write the release into one of these; null where none does. */
function versionIn(directory: string): string | null {
  for (const [file, pattern] of [
    ["tzdata.zi", /^# version (\S+)/],
    ["+VERSION", /^(\S+)/],
  ] as const) {
    try {
      const found = pattern.exec(readFileSync(join(directory, file), "utf8"))
      if (found) return found[1]!
    } catch {
      // This distribution has no such file.
    }
  }
  return null
}
