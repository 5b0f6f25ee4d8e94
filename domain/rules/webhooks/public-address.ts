/**
 * The addresses that the service may send to: those of the public internet. Every range that is reserved for another use is
 * refused, so that no caller can make the service speak to its own network or to the machine's metadata.
 */
import { BlockList, isIPv4, isIPv6 } from "node:net"
import { groupsOf } from "../public-page/network-address.ts"

/** IPv4: what IANA lists as special, multicast and broadcast, and one cloud's metadata address. */
const specialIPv4 = [
  "0.0.0.0/8", // this network
  "10.0.0.0/8", // private
  "100.64.0.0/10", // shared by carriers
  "127.0.0.0/8", // loopback
  "168.63.129.16/32", // a cloud's host
  "169.254.0.0/16", // link-local, metadata
  "172.16.0.0/12", // private
  "192.0.0.0/24", // protocol assignments
  "192.0.2.0/24", // documentation
  "192.31.196.0/24", // AS112
  "192.52.193.0/24", // AMT
  "192.88.99.0/24", // 6to4 relays
  "192.168.0.0/16", // private
  "192.175.48.0/24", // AS112
  "198.18.0.0/15", // benchmarks
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved, broadcast
]

const globalIPv6 = ["2000::/3"]
/** Within the global range: protocol assignments, documentation, 6to4. */
const specialIPv6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]

function listOf(networks: readonly string[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = "", prefix] = network.split("/")
    list.addSubnet(address, Number(prefix), family)
  }
  return list
}

const blockedIPv4 = listOf(specialIPv4, "ipv4")
const allowedIPv6 = listOf(globalIPv6, "ipv6")
const blockedIPv6 = listOf(specialIPv6, "ipv6")

/** True for a public IPv4 or IPv6 address, written without brackets; false for all else, names included. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !blockedIPv4.check(address, "ipv4")
  if (!isIPv6(address) || address.includes("%")) return false
  const inside = embeddedIPv4(groupsOf(address.toLowerCase()))
  if (inside !== null) return isPublicAddress(inside)
  return allowedIPv6.check(address, "ipv6") && !blockedIPv6.check(address, "ipv6")
}

/** The IPv4 address that an IPv4-mapped (`::ffff:0:0/96`) or NAT64 (`64:ff9b::/96`) address stands for, else null. */
function embeddedIPv4(groups: readonly number[]): string | null {
  const prefix = groups.slice(0, 6).join()
  if (prefix !== "0,0,0,0,0,65535" && prefix !== [0x64, 0xff9b, 0, 0, 0, 0].join()) return null
  const [high = 0, low = 0] = groups.slice(6)
  return [high >> 8, high & 255, low >> 8, low & 255].join(".")
}

/** Endings that only name local things: this machine, its network, a cloud's metadata. */
const localEndings = ["localhost", "local", "internal", "home.arpa", "localdomain", "lan", "intranet"]

/** True for a name that is never public, even when a name server answers with a public address. */
export function isLocalName(name: string): boolean {
  const bare = name.toLowerCase().replace(/\.$/, "")
  if (!bare.includes(".")) return true
  return localEndings.some((ending) => bare.endsWith(`.${ending}`))
}

/** The target of a URL: its host without brackets, and whether that is an address or a name to look up. */
export type WebhookTarget = { host: string; isLiteral: boolean } | { refusal: string }

/**
 * Judges scheme and host. `URL` has already turned every spelling of an IPv4 address (2130706433, 0x7f.1, 0177.0.0.1,
 * full-width digits, a trailing dot) into the usual one. `allowPrivate` also allows plain http.
 */
export function judgeWebhookUrl(url: string, allowPrivate: boolean): WebhookTarget {
  const parsed = URL.parse(url)
  if (parsed === null) return { refusal: "expected an https address" }
  if (parsed.protocol !== "https:" && !(allowPrivate && parsed.protocol === "http:"))
    return { refusal: "expected an https address" }
  if (parsed.username !== "" || parsed.password !== "")
    return { refusal: "expected an address without a user name or a password" }
  const host = parsed.hostname.replace(/^\[(.*)\]$/, "$1")
  const isLiteral = isIPv4(host) || isIPv6(host)
  if (allowPrivate) return { host, isLiteral }
  const isLocal = isLiteral ? !isPublicAddress(host) : isLocalName(host)
  return isLocal ? { refusal: privateAddress } : { host, isLiteral }
}

export const privateAddress = "expected a public address, not a private or local one"

export interface MailServerAddress {
  host: string
  port: number
}

/** The ports on which mail servers take mails from programs: no caller can make the service speak to anything else. */
const submissionPorts: readonly number[] = [25, 465, 587, 2525]

/** Why the service does not send mails by a server of this name and port; null when it may. `allowPrivate` allows every one. */
export function whyNoMailServer({ host, port }: MailServerAddress, allowPrivate: boolean): string | null {
  if (allowPrivate) return null
  if (isIPv4(host) || isLocalName(host)) return privateAddress
  return submissionPorts.includes(port) ? null : `expected one of the ports ${submissionPorts.join(", ")}`
}
