/** The word that addresses a company's public page: `{book_url}/<slug>`. */
import { z } from "zod"

/** First path segments that the booking host answers itself. */
const reservedSlugs: ReadonlySet<string> = new Set([
  "api",
  "assets",
  "docs",
  "embed",
  "favicon",
  "healthz",
  "metrics",
  "readyz",
  "robots",
])

const expected = "expected 3 to 60 lowercase letters, digits or hyphens"

export const publicSlug = z
  .string({ error: expected })
  .regex(/^[a-z0-9-]{3,60}$/, { error: expected })
  .refine((value) => !reservedSlugs.has(value), {
    error: "expected a slug that the booking pages do not use",
  })
