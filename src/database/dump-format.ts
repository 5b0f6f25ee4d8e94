import type { CatalogPartition } from "./catalog.ts"
import type { Applied } from "./migrate.ts"

/*
 * A dump is a gzip stream of lines. First the header, as JSON. Then, for each table, a TableHeading as JSON, the
 * rows in COPY's text format, and a line that holds only `\.`, which no row can be. Last the ending, as JSON:
 * a dump without it was cut off.
 */

export const DUMP_FORMAT = "appointed-dump-1"
export const END_OF_ROWS = "\\.\n"

export type DumpHeader = {
  format: typeof DUMP_FORMAT
  migrations: Applied[]
  partitions: CatalogPartition[]
  sequences: { name: string; lastValue: string | null }[]
}

/** `columns` as SQL writes them: quoted where they need to be. */
export type TableHeading = { table: string; columns: string[] }

export type DumpEnding = { rows: number }

/** Values are written the same way whatever the server or the user is set to. */
export const COPY_SETTINGS = `SET LOCAL datestyle = 'ISO, MDY'; SET LOCAL intervalstyle = 'postgres'; SET LOCAL timezone = 'UTC';
  SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'; SET LOCAL search_path = public;
  SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL client_encoding = 'UTF8'`
