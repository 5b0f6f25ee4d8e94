/** The operator's commands on a database that the Citus extension spreads over several machines. */

import { connectTo } from "../../platform/pg/servers.ts"
import { type CitusState, readCitus, spreadFilled } from "../database/distribution.ts"
import { answer, type Command, optionsOf, UsageError } from "./command.ts"
import { withServer } from "./with-server.ts"

const optionTypes = { json: { type: "boolean" } } as const
const noCitus = "The database has no Citus extension: all its tables are on one machine."

export const citusStatus: Command = {
  usage: "[--json]",
  example: "--json",
  summary: "Say which machines hold the database, and where its tables are kept",
  async run(args, settings) {
    const { values } = optionsOf(args, optionTypes)
    await withServer(settings(), (url) =>
      connected(url, async (client) => {
        const state = await readCitus(client)
        answer(values.json, { citus: state }, state === null ? [noCitus] : linesOf(state))
      }),
    )
  },
}

export const citusDistribute: Command = {
  usage: "[--json]",
  example: "--json",
  summary: "Spread a filled database; the service answers 503 meanwhile. Goes on where it was broken off",
  async run(args, settings) {
    const { values } = optionsOf(args, optionTypes)
    await withServer(settings(), (url) =>
      connected(url, async (client) => {
        if ((await readCitus(client)) === null) throw new UsageError(noCitus)
        const say = (line: string) => void (values.json || process.stdout.write(`${line}\n`))
        const names = await spreadFilled(client, (name) => say(`Distributed ${name}`))
        answer(values.json, { distributed: names }, [
          names.length === 0 ? "All tables are distributed." : "The database is spread.",
        ])
      }),
    )
  },
}

const meanings = {
  company: "spread by company",
  whole: "whole, on the machine that the service connects to",
}

function linesOf({ version, nodes, tables }: CitusState): string[] {
  const machines = nodes.map(({ name, port }) => `${name}:${port}`)
  const kinds = Object.entries(meanings).map(([placement, meaning]) => {
    const names = tables.filter((table) => table.placement === placement).map(({ name }) => name)
    return `${names.length} tables ${meaning}: ${names.join(", ")}`
  })
  const unplaced = tables.filter(({ isDistributed }) => !isDistributed).map(({ name }) => name)
  const rest =
    unplaced.length === 0 ? [] : [`Yet to be distributed, by \`citus distribute\`: ${unplaced.join(", ")}`]
  return [`Citus ${version} on ${machines.length} machines: ${machines.join(", ")}`, ...kinds, ...rest]
}

async function connected<T>(
  url: string,
  work: (client: Awaited<ReturnType<typeof connectTo>>) => Promise<T>,
): Promise<T> {
  const client = await connectTo(url)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
