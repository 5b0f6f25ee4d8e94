/** A photo or a document that answers a question at booking. */
import { z } from "zod"
import { name, timestamp } from "./fields.ts"

export const fileLimits = {
  bytes: 10 * 1_024 * 1_024,
  ofBooking: 10,
  /** So many links for uploads may one visit, one booking link or one appointment ask for in a day. */
  ofUploader: 40,
  nameCharacters: 120,
} as const

/** A link for an upload is good for so long. */
export const uploadMinutes = 60
/** A file that no booking took is deleted after so many hours. */
export const unclaimedHours = 24
/** A link for a download is good for so long. */
export const downloadMinutes = 10

export const photoTypes = ["image/jpeg", "image/png", "image/webp"] as const
/** The kept types. Other kinds of photos become one of these. */
export type KeptType = (typeof photoTypes)[number] | "application/pdf"

export const isPhoto = (mediaType: string): boolean => mediaType.startsWith("image/")

const referencePattern = /^file_[A-Za-z0-9_-]{22}$/

export const isFileReference = (value: unknown): value is string =>
  typeof value === "string" && referencePattern.test(value)

/** As an answer keeps it. */
export interface AnswerFile {
  /** Its reference. */
  id: string
  name: string
  media_type: string
  bytes: number
}

export const answerFileView = z.object({
  id: z.string().meta({ description: "For `GET /files/{id}`." }),
  name: z.string(),
  media_type: z.string(),
  bytes: z.int(),
})

export const uploadInput = z.strictObject({
  name: name(fileLimits.nameCharacters).meta({
    description: "What the file is called, as its reader sees it. Its ending follows its content.",
  }),
})

export const uploadView = z
  .object({
    id: z
      .string()
      .meta({ description: "By which a booking's `answers` name the file, once it is uploaded." }),
    upload_url: z
      .string()
      .meta({ description: "`PUT` the bytes there, once, without a credential. It takes one file." }),
    expires_at: timestamp.meta({ description: "Until then the link takes a file." }),
    max_bytes: z.int(),
  })
  .meta({ id: "FileUpload" })

export const fileView = answerFileView
  .extend({
    created_at: timestamp,
    appointment_id: z.int().nullable().meta({ description: "Null while no booking has taken it." }),
    download_url: z
      .string()
      .meta({ description: "Gives the bytes without a credential, as an attachment, for ten minutes." }),
    download_expires_at: timestamp,
  })
  .meta({ id: "File" })

/** As it is stored. */
export interface UploadedFile {
  id: number
  reference: string
  /** The actor who asked to upload it, such as `visit:7`. */
  uploader: string
  name: string
  /** Null until it is uploaded. */
  media_type: string | null
  bytes: number | null
  customer_id: number | null
  appointment_id: number | null
  created_at: Date
  uploaded_at: Date | null
}

/** The key under which its bytes are stored. */
export const storageKey = (companyId: number, { id, reference }: Pick<UploadedFile, "id" | "reference">) =>
  `${companyId}/${id}-${reference.slice("file_".length)}`

export const answerFileOf = ({ reference, name, media_type, bytes }: UploadedFile): AnswerFile => ({
  id: reference,
  name,
  media_type: media_type!,
  bytes: bytes!,
})

/** Staff's files, and those of systems that call with a key of theirs. */
export const staffUploads = "staff"

export const uploaderOfVisit = (visitId: number) => `visit:${visitId}`
