/** A link by which staff, or a system of theirs, uploads a file for a booking. */
import { fileLimits, staffUploads, uploadInput, uploadView } from "../../domain/model/uploaded-file.ts"
import { iso } from "../../domain/model/views.ts"
import { operation, staff } from "../platform/operation.ts"
import { askForUpload } from "./uploads.ts"

export const requestFileUpload = operation({
  name: "request_file_upload",
  summary: "Ask for a link to upload a file",
  description:
    "For an answer to a question of the kind `file`: `PUT` a photo or a PDF to `upload_url`, then name its `id` in a booking's " +
    "`answers`. What no booking has taken is deleted after 24 hours.",
  noun: "Files",
  roles: staff,
  refusals: ["files_not_kept", "files_full"],
  body: uploadInput,
  result: uploadView,
  status: 201,
  secret: true,
  async run(context, call, { name }) {
    const uploader = { key: staffUploads, customerId: null }
    return askForUpload(context, call, { uploader, name }, ({ id, uploadUrl, expiresAt }) => ({
      id,
      upload_url: uploadUrl,
      expires_at: iso(new Date(expiresAt)),
      max_bytes: fileLimits.bytes,
    }))
  },
})
