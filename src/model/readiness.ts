/** What keeps a company from being booked or its systems from hearing of it, in a form that a program can act on. */
import { z } from "zod"

export const readinessView = z
  .object({
    ready: z.boolean().meta({ description: "Whether every item is ok." }),
    items: z.array(
      z.object({
        code: z
          .enum(["codes_by_text", "webhook_endpoint"])
          .meta({ description: "What was looked at. More codes may come." }),
        target_id: z.int().nullable().meta({ description: "Of the record that was looked at." }),
        ok: z.boolean(),
        message: z.string(),
        fix: z.string().nullable().meta({ description: "What to do; null when the item is ok." }),
      }),
    ),
  })
  .meta({ id: "Readiness" })

export type ReadinessItem = z.infer<typeof readinessView>["items"][number]
