/** A check of a website that embeds the booking pages: what keeps it from showing them, and what to change. */
import { z } from "zod"
import { text } from "./fields.ts"

/** Why a website could not be read. */
export const websiteProblems = [
  "timeout",
  "connection_refused",
  "connection_reset",
  "unreachable",
  "dns",
  "tls",
  /** It stands for, or leads to, a private or local address. */
  "blocked_address",
  "bad_answer",
  "too_many_redirects",
  /** It leads to an address without https. */
  "not_https",
  "failed",
] as const

export type WebsiteProblem = (typeof websiteProblems)[number]

/** A page of somebody's website, as a browser would get it. */
export interface WebsitePage {
  /** After redirects. */
  url: string
  status: number
  /** The `Content-Security-Policy` headers, with commas between several; null without one. */
  policyHeader: string | null
  /** The beginning of the document; null when it is no HTML, or compressed against our wish. */
  html: string | null
}

export const embeddingCheckInput = z.strictObject({
  url: text(2_000).meta({
    description: "The page of the website that embeds the booking pages. It is read from the internet.",
    examples: ["https://www.example.com/book"],
  }),
  shows: z.enum(["page", "link"], { error: "expected one of page, link" }).default("page").meta({
    description: "What the website embeds: the company's public page, or customers' booking links.",
  }),
})

const codes = ["reached", "listed", "pages_on", "script", "frame", "snippet"] as const

const reasons = [
  ...websiteProblems,
  "test_company",
  "status",
  "not_listed",
  "no_slug",
  "page_off",
  "links_off",
  "not_read",
  "not_in_policy",
  "nonce_needed",
  "sandboxed",
  "missing",
  "no_element",
  "integrity",
  "other_slug",
] as const

export const embeddingCheckView = z
  .object({
    url: z.string().meta({ description: "The address that was read in the end, after redirects." }),
    origin: z.string().meta({ description: "What `embed_origins` has to name." }),
    ready: z.boolean().meta({ description: "Whether visitors see the pages in the website." }),
    items: z.array(
      z.object({
        code: z.enum(codes).meta({
          description:
            "`reached`: the website answers. `listed`: its origin is in `embed_origins`. `pages_on`: there is something to " +
            "embed. `script` and `frame`: its Content-Security-Policy lets `embed.js` and the pages through. `snippet`: " +
            "the script and its element stand in the page.",
        }),
        ok: z.boolean().nullable().meta({ description: "Null when it can't be judged from outside." }),
        reason: z.enum(reasons).nullable().meta({ description: "Why it is not ok; more reasons may come." }),
        message: z.string(),
        fix: z.string().nullable().meta({ description: "What to change; null when there is nothing." }),
        policy: z
          .object({
            from: z.enum(["header", "meta"]),
            directive: z.string().meta({ description: "What decides, as the website sends it." }),
            suggestion: z.string().nullable().meta({
              description: "The same as it should be; null when no source in it would help.",
            }),
          })
          .nullable(),
      }),
    ),
  })
  .meta({ id: "EmbeddingCheck" })

export type EmbeddingCheck = z.infer<typeof embeddingCheckView>
export type EmbeddingItem = EmbeddingCheck["items"][number]
