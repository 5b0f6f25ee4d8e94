/** The network that a caller's address counts for: one IPv4 address, or an IPv6 /64, which is one household. */
import { isIPv4, isIPv6 } from "node:net"

/** `203.0.113.7`, or `2001:db8:1:2::/64`; an IPv4 address written as IPv6 counts as IPv4. */
export function networkOf(address: string): string {
  const bare = address.split("%")[0]!.toLowerCase()
  if (isIPv4(bare)) return bare
  if (!isIPv6(bare)) return "unknown"
  const groups = groupsOf(bare)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [groups[6]! >> 8, groups[6]! & 255, groups[7]! >> 8, groups[7]! & 255].join(".")
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`
}

/** The IPv6 /48 that the address is in, which one customer of a provider may have whole; null for IPv4. */
export function siteOf(address: string): string | null {
  const network = networkOf(address)
  if (isIPv4(network) || network === "unknown") return null
  return `${network.split(":").slice(0, 3).join(":")}::/48`
}

/** The network as people are shown it, too wide to be one household: `203.0.113.0/24`, `2001:db8:1::/48`. */
export function shownNetwork(address: string): string {
  const network = networkOf(address)
  if (isIPv4(network)) return network.replace(/\.\d+$/, ".0/24")
  return network === "unknown" ? network : `${network.split(":").slice(0, 3).join(":")}::/48`
}

/** The eight 16-bit groups of a valid IPv6 address in lower case. */
export function groupsOf(address: string): number[] {
  const [head = "", tail] = withHexTail(address).split("::")
  const first = numbersOf(head)
  if (tail === undefined) return first
  const last = numbersOf(tail)
  return [...first, ...new Array<number>(8 - first.length - last.length).fill(0), ...last]
}

function numbersOf(part: string): number[] {
  return part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16))
}

/** `::ffff:192.0.2.1` → `::ffff:c000:201`. */
function withHexTail(address: string): string {
  const match = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)
  if (!match) return address
  const [a, b, c, d] = match.slice(2).map(Number) as [number, number, number, number]
  return `${match[1]}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}
