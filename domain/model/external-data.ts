/** The data of a company's other systems on a record: its id there, and pairs of their own. */
import { z } from "zod"
import { invalid } from "./errors.ts"
import { bounded, externalRef, idList, instant, text } from "./fields.ts"

export type Metadata = Record<string, string>

/** The same on every noun that carries it. */
export interface ExternalData {
  external_ref: string | null
  /** Null for none. */
  metadata: Metadata | null
}

export const noExternalData: ExternalData = { external_ref: null, metadata: null }

const mostKeys = 50

/** Brackets would not fit a filter, and `__proto__` no object. */
const metadataKey = bounded(40, "expected keys of at most 40 characters")
  .min(1, { error: "expected keys of 1 to 40 characters" })
  .refine((key) => key.isWellFormed() && !/[\p{Cc}[\]]/u.test(key) && key !== "__proto__", {
    error: "expected keys without brackets and control characters",
  })
const metadataValue = text(500)

const tooManyKeys = `expected at most ${mostKeys} keys`
const fewKeys = (pairs: object) => Object.keys(pairs).length <= mostKeys

const metadataInput = z
  .record(metadataKey, metadataValue.nullable())
  .refine(fewKeys, { error: tooManyKeys })
  .nullable()
  .meta({
    description:
      "Pairs of your own: at most 50 keys of 40 characters, with texts of 500. Keys sent are set and others stay; null takes a key away, " +
      "and in place of the object all. No rule reads them and no customer sees them.",
    examples: [{ crm_stage: "won" }],
  })

/** In the inputs that make and change a record. */
export const metadataField = metadataInput.optional()
export const externalDataFields = {
  external_ref: externalRef
    .nullable()
    .optional()
    .meta({ description: "Its id in another system. Several records may carry the same." }),
  metadata: metadataField,
}

const metadataShown = z
  .record(z.string(), z.string())
  .meta({ description: "Pairs of your own; empty for none." })
export const metadataView = { metadata: metadataShown }
export const externalDataViews = {
  external_ref: z.string().nullable().meta({ description: "Its id in another system." }),
  metadata: metadataShown,
}

/** In events alone those that there are. */
export const metadataInEventView = {
  metadata: metadataShown.optional().meta({ description: "Pairs of your own; absent for none." }),
}
export const externalDataInEventView = {
  external_ref: z.string().optional().meta({ description: "Its id in another system; absent for none." }),
  ...metadataInEventView,
}

export const metadataFilter = z
  .record(metadataKey, metadataValue)
  .refine(fewKeys, { error: tooManyKeys })
  .optional()
  .meta({
    description: "`metadata[crm_stage]=won`: those that carry the pair, and with several all of them.",
  })

/** In the queries of lists. */
export const externalDataFilters = { external_ref: externalRef.optional(), metadata: metadataFilter }

/** The same with what another system asks for to keep in step. */
export const syncFilters = {
  ...externalDataFilters,
  ids: idList.optional().meta({ description: "Only these, at most 100, with commas between." }),
  updated_since: instant.optional().meta({
    description:
      "Made or changed then or later. Archived ones are listed too, so that other systems can follow.",
  }),
}

export interface ExternalDataFilter {
  externalRef: string | null
  metadata: Metadata | null
  /** Null and absent for any. */
  ids?: readonly number[] | null
  updatedSince?: Date | null
}

export const filterOf = (asked: {
  external_ref?: string | undefined
  metadata?: Metadata | undefined
  ids?: readonly number[] | undefined
  updated_since?: string | undefined
}) => ({
  externalRef: asked.external_ref ?? null,
  metadata: asked.metadata && Object.keys(asked.metadata).length > 0 ? asked.metadata : null,
  ids: asked.ids ?? null,
  updatedSince: asked.updated_since === undefined ? null : new Date(asked.updated_since),
})

type SentMetadata = Record<string, string | null> | null | undefined

/** The pairs after a change. Throws `invalid_input` for more than 50. */
export function changedMetadata(present: Metadata | null, sent: SentMetadata): Metadata | null {
  if (sent === undefined) return present
  if (sent === null) return null
  const pairs = Object.entries({ ...present, ...sent }).filter(
    (pair): pair is [string, string] => pair[1] !== null,
  )
  if (pairs.length > mostKeys) throw invalid("metadata", tooManyKeys)
  return pairs.length === 0 ? null : Object.fromEntries(pairs)
}

/** The external data of a new record. */
export const newExternalData = (sent: {
  external_ref?: string | null | undefined
  metadata?: SentMetadata
}): ExternalData => ({
  external_ref: sent.external_ref ?? null,
  metadata: changedMetadata(null, sent.metadata),
})

/** The pairs as answers show them. */
export const showMetadata = ({ metadata }: Pick<ExternalData, "metadata">): { metadata: Metadata } => ({
  metadata: metadata ?? {},
})

export const metadataInEvent = ({ metadata }: { metadata?: Metadata | null }): { metadata?: Metadata } =>
  metadata ? { metadata } : {}

export const externalDataInEvent = ({
  external_ref,
  metadata,
}: Partial<ExternalData>): { external_ref?: string; metadata?: Metadata } => ({
  ...(external_ref ? { external_ref } : {}),
  ...(metadata ? { metadata } : {}),
})
