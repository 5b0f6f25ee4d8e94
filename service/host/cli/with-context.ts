/** For commands that work on a host's storage as the service does. It takes most of the program. */

import type { AppContext } from "../../platform/context.ts"
import { openContext } from "../compose.ts"
import { bookUrlOf } from "../config/addresses.ts"
import type { Config } from "../config/config-shape.ts"

/** The context over its storage, migrated or checked as the settings want it. It is closed behind the work, also when that fails. */
export async function withContext(
  config: Config,
  work: (context: AppContext) => Promise<void>,
): Promise<void> {
  const { context, close } = await openContext(config, bookUrlOf(config))
  try {
    await work(context)
  } finally {
    await close()
  }
}
