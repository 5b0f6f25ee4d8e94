/** The addresses to which a browser may be led back after a consent. */

/** A program on the user's machine listens there. */
const loopback = ["localhost", "127.0.0.1", "[::1]"]

/** Known programs whose own scheme has no dot, as RFC 8252 wants it. */
const knownSchemes = ["cursor:", "vscode:", "vscode-insiders:", "claude:", "windsurf:"]

/** A browser runs or reads what stands behind some schemes, so none is taken that is not named here or has a dot. */
const isOwnScheme = (protocol: string) => /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/.test(protocol)

/** Null for an address that may be registered, else what was expected. */
export function redirectProblem(address: string): string | null {
  const parsed = URL.parse(address)
  if (parsed === null || /[\s\\]/.test(address)) return "expected an address with its scheme"
  const { protocol, hostname, hash, username, password } = parsed
  if (hash !== "" || address.includes("#")) return "expected an address without a fragment"
  if (username !== "" || password !== "") return "expected an address without a user"
  if (protocol === "https:") return null
  if (protocol === "http:")
    return loopback.includes(hostname) ? null : "expected https, or http of the own machine"
  return knownSchemes.includes(protocol) || isOwnScheme(protocol)
    ? null
    : "expected https, http of the own machine, or the program's own scheme"
}
