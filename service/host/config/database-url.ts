/** Judges the address of a database server. `platform/pg/servers.ts` reads it. */
import type { SettingName } from "./env.ts"
import type { SettingsReader } from "./settings-reader.ts"

const form = /^postgres(?:ql)?:\/\/(?:[^@/?]*@)?(?<hosts>[^/?]*)(?:\/[^?]*)?(?:\?(?<query>.*))?$/
const example = "an address such as postgresql://user:password@host:5432/appointed"
const tlsModes = ["disable", "require", "verify-ca", "verify-full"]
const serversThatWrite = ["read-write", "primary"]

/** The address as it stands; null when it is absent or wrong. It holds a password, so no mistake repeats it. */
export function readDatabaseUrl(reader: SettingsReader, setting: SettingName): string | null {
  const url = reader.matching(setting, form, example)
  const { hosts, query } = form.exec(url ?? "")?.groups ?? {}
  if (url === null || hosts === undefined) return null
  const parameters = new URLSearchParams(query ?? "")
  const mistakes = [mistakeInServers(hosts, parameters), mistakeInTls(parameters)].filter(
    (each) => each !== null,
  )
  for (const { wrong, expected } of mistakes) reader.refuse(setting, wrong, expected)
  return mistakes.length === 0 ? url : null
}

type Judged = { wrong: string; expected: string } | null

function mistakeInServers(hosts: string, parameters: URLSearchParams): Judged {
  const wanted = parameters.get("target_session_attrs")
  const expected = `target_session_attrs=${serversThatWrite.join(" or ")}, for the service writes`
  if (parameters.get("host")?.includes(",")) {
    return {
      wrong: "names several servers in `host`",
      expected: "them before the database: one:5432,two:5432",
    }
  }
  if (wanted !== null && ![...serversThatWrite, "any"].includes(wanted)) {
    return { wrong: `has target_session_attrs=${wanted}`, expected }
  }
  if (!hosts.includes(",") || serversThatWrite.includes(wanted ?? "")) return null
  return { wrong: "names several servers, of which some may take no writes", expected }
}

/** `allow` and `prefer` go in the clear as soon as somebody in between refuses TLS: they keep no secret. */
function mistakeInTls(parameters: URLSearchParams): Judged {
  const mode = parameters.get("sslmode")
  if (mode === null) return null
  if (!tlsModes.includes(mode))
    return { wrong: `has sslmode=${mode}`, expected: `one of ${tlsModes.join(", ")}` }
  if (mode !== "verify-ca" || parameters.has("sslrootcert")) return null
  return {
    wrong: "has sslmode=verify-ca without sslrootcert",
    expected: "the file of the authority's certificate",
  }
}

/** The names of the hosts in an address that was judged. */
export const hostsIn = (url: string): string[] =>
  (form.exec(url)?.groups?.hosts ?? "").split(",").map((host) => host.replace(/:\d+$/, ""))
