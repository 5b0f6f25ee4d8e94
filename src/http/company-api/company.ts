import { readCompany, removeLogo, updateCompany, uploadLogo } from "../../operations/company.ts"
import type { Mount } from "../mount.ts"
import type { RawBody } from "../raw-body.ts"

const logoBody: RawBody = {
  field: "image",
  contentTypes: ["image/png", "image/jpeg", "image/webp"],
  limitBytes: 512 * 1024,
}

export const companySettingsMounts: readonly Mount[] = [
  { method: "GET", path: "/company", operation: readCompany },
  { method: "PUT", path: "/company", operation: updateCompany },
  { method: "PUT", path: "/company/logo", operation: uploadLogo, rawBody: logoBody },
  { method: "DELETE", path: "/company/logo", operation: removeLogo },
]
