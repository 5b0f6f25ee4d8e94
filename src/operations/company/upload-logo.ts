import { createHash } from "node:crypto"
import { z } from "zod"
import { companyView, showCompany } from "../../model/company.ts"
import { invalid, notFound } from "../../model/errors.ts"
import { imageTypeOf } from "../../rules/public-page/image-kind.ts"
import { lockCompany, updateCompany } from "../../store/companies.ts"
import { replaceLogo } from "../../store/logos.ts"
import { adminOnly, found, operation } from "../operation.ts"
import { write } from "../write.ts"

export const uploadLogo = operation({
  name: "upload_logo",
  summary: "Set the company's logo",
  description: "The body is the image itself: PNG, JPEG or WebP of at most 512 KB.",
  noun: "Company",
  roles: adminOnly,
  body: z.strictObject({ image: z.file({ error: "expected a PNG, JPEG or WebP image" }) }),
  result: companyView,
  async run(context, call, { image }) {
    const bytes = await image.bytes()
    const contentType = imageTypeOf(bytes)
    if (contentType === null) throw invalid("image", "expected a PNG, JPEG or WebP image")
    const digest = createHash("sha256").update(bytes).digest("hex").slice(0, 32)
    const logo = { hash: `${call.companyId}-${digest}`, contentType, bytes }
    return write(context, call, "upload_logo", async (tx) => {
      const company = found(await lockCompany(tx, call.companyId), notFound("company"))
      const changed = { ...company, logo_hash: logo.hash }
      await replaceLogo(tx, call.companyId, logo)
      await updateCompany(tx, changed, call.now)
      return { result: showCompany(changed, context.bookUrl), targetId: null, fields: ["logo"] }
    })
  },
})
