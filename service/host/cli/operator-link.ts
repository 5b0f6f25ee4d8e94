/** Opens the operator's page in a browser: where companies are made and their first people invited. */

import { makeOperatorLink } from "../../people/operator-access.ts"
import { localUrl } from "../config/addresses.ts"
import type { Config } from "../config/config-shape.ts"
import { answer, type Command, optionsOf } from "./command.ts"
import { withContext } from "./with-context.ts"

export const operatorLink: Command = {
  usage: "[--json]",
  example: "--json",
  summary: "Print a link to the operator's page, which opens once within an hour",
  async run(args, settings) {
    const { values } = optionsOf(args, { json: { type: "boolean" } })
    const config = settings()
    await withContext(config, async (context) => {
      const { path, endsAt } = await makeOperatorLink(context)
      const url = `${addressOf(config)}${path}`
      const expires_at = new Date(endsAt).toISOString()
      answer(values.json, { url, expires_at }, [
        `Open this within an hour, once. It makes companies and invites their people:`,
        url,
      ])
    })
  },
}

/** The address of the API host; a port that the running service picked by itself is not known here. */
const addressOf = ({ api: { baseUrl, host, port } }: Config): string =>
  baseUrl ?? localUrl(host, port === 0 ? 3000 : port)
