/** The operator's page sends and reads companies of the host, and how their first people come in. */
import { z } from "zod"
import { msPerHour } from "../time/units.ts"
import { publicSlug } from "./company-settings.ts"
import { idText, name, text, timestamp } from "./fields.ts"
import { timezone } from "./location.ts"
import { resetLinkView, userEmail } from "./user.ts"

/** How long a link to the page waits to be opened, and how long the page then stays open in that browser. */
export const operatorMs = { link: msPerHour, session: 8 * msPerHour }

export const operatorLinkShown = z.strictObject({ token: text(200) })

const admin = z.strictObject({ name: name(), email: userEmail })

export const operatedCompanyInput = z.strictObject({
  name: name(),
  timezone,
  slug: publicSlug.nullable().default(null),
  admin,
})

export const operatedCompanyId = z.strictObject({ id: idText })
export const operatedCompaniesQuery = z.strictObject({ before_id: idText.optional() })
export const invitedAdmin = admin

export const invitedView = z.object({
  company_id: z.int(),
  email: z.string(),
  link: resetLinkView.omit({ token: true }),
})

export const operatedCompanies = z.object({
  companies: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      timezone: z.string(),
      public_slug: z.string().nullable(),
      created_at: timestamp,
      /** Made by open sign-up, by somebody who has not proved the email yet. */
      unproven: z.boolean(),
      admins: z.array(z.object({ id: z.int(), name: z.string(), email: z.string(), joined: z.boolean() })),
    }),
  ),
  /** For the page after this one; null on the last. */
  next_before_id: z.int().nullable(),
  /** The latest links to the operator's page, newest first. */
  access: z.array(
    z.object({
      id: z.int(),
      made_at: timestamp,
      ends_at: timestamp,
      opened_at: timestamp.nullable(),
      opened_from: z.string().nullable(),
      open: z.boolean(),
      current: z.boolean(),
    }),
  ),
})

export type Invited = z.output<typeof invitedView>
export type Operated = z.output<typeof operatedCompanies>
