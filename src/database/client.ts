import { Client, type ClientConfig } from "pg"

/** A connection of its own. When it is lost, the statement that meets it says so; between statements nobody has to know. */
export function openClient(config: ClientConfig): Client {
  const client = new Client(config)
  client.on("error", () => {})
  return client
}
