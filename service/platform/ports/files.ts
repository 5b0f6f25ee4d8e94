/** The store of uploaded files, and the cleaner that makes them safe to keep. */
import type { Readable } from "node:stream"
import type { KeptType } from "../../../domain/model/uploaded-file.ts"

/** Keeps bytes under keys such as `7/12-abc`. Everything but what is not there throws `FileStoreUnavailable`. */
export interface FileStore {
  /** Stores what lies at `path`. Once it returns, the bytes outlast a crash. Another file under the key is replaced. */
  put(key: string, path: string, mediaType: string): Promise<void>
  /** Null when there is nothing under the key. */
  read(key: string): Promise<{ bytes: number; content: Readable } | null>
  /** Does nothing when there is nothing under the key. */
  remove(key: string): Promise<void>
}

export class FileStoreUnavailable extends Error {
  override readonly name = "FileStoreUnavailable"
}

/** The part of a file that can be kept. */
export interface CleanFile {
  /** The file, or another one beside it, which its caller removes. */
  path: string
  mediaType: KeptType
  bytes: number
}

/** Judges files by their content, and writes photos anew without what else their bytes hold. */
export interface FileCleaner {
  /**
   * Null for what is none of the kinds that are taken, or is broken. Companies take turns. Throws `busy` while too many of the
   * company, or of all, wait.
   */
  clean(path: string, companyId: number): Promise<CleanFile | null>
  close(): void
}

/** Files of a host that keeps some. */
export interface Files {
  store: FileStore
  cleaner: FileCleaner
  /** The directory of uploads that are still arriving. */
  arrivals: string
  /** How many bytes a company may have. */
  quotaBytes: number
  /** The origin that shows files, which is neither the console's nor the pages'. Null until it listens. */
  url: string | null
}
