/** For commands after which the database may have gone back in time: what was set right, in words. */

import type { AppContext } from "../../platform/context.ts"
import type { Return } from "../../privacy/notice-going-back.ts"
import { openContext } from "../compose.ts"
import { bookUrlOf } from "../config/addresses.ts"
import type { Config } from "../config/config-shape.ts"

/** `isTold`: the operator says that it went back, also where nothing shows it. */
export async function withReturn(
  config: Config,
  isTold: boolean,
  work: (context: AppContext, returned: Return | null) => Promise<void>,
): Promise<void> {
  const { context, returned, tellOfReturn, close } = await openContext(config, bookUrlOf(config))
  try {
    await work(context, returned ?? (isTold ? await tellOfReturn() : null))
  } finally {
    await close()
  }
}

/** For JSON. */
export const shownReturn = (returned: Return | null) =>
  returned && { ...returned, from: new Date(returned.from).toISOString() }

export function returnLines(returned: Return | null): string[] {
  if (returned === null) return ["The journal knows of nothing that came later."]
  const { from, held, links, keys, passwords, consents, texts, erased } = returned
  const done = [
    [links, "replaced links ended again; their records have new ones"],
    [keys, "revoked API keys revoked again"],
    [passwords, "changed passwords taken away: these users need a new link"],
    [consents, "consents and opt-outs entered again"],
    [texts, "texts that had gone marked as sent"],
    [erased, "customers erased again"],
  ] as const
  return [
    `The database went back to ${new Date(from).toISOString()}. Readers of events go on from there, sessions and codes have`,
    "ended, and no id that was given out comes again.",
    ...done.filter(([count]) => count > 0).map(([count, what]) => `  ${count} ${what}`),
    ...(held === 0
      ? []
      : [
          `  ${held} texts wait: they were due by now and may have gone. Send them with \`recovered --send-texts\`, or give`,
          "  them up with `recovered --drop-texts`.",
        ]),
  ]
}
