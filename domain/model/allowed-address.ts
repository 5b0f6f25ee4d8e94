/** The network addresses from which a key may be used. */
import { BlockList, isIPv4, isIPv6 } from "node:net"

/** An address, or a network as `203.0.113.0/24`. */
export function isNetwork(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/")
  if (rest.length > 0) return false
  const longest = isIPv4(address) ? 32 : isIPv6(address) && !address.includes("%") ? 128 : null
  if (longest === null) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest)
}

/** The test of one list, which is made once and asked for each request. */
export function allowedAddresses(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = "", prefix] = network.split("/")
    const family = isIPv4(address) ? "ipv4" : "ipv6"
    list.addSubnet(address, prefix === undefined ? (family === "ipv4" ? 32 : 128) : Number(prefix), family)
  }
  return (address) => {
    // A listener for both families writes IPv4 so.
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, "")
    return isIPv4(plain) ? list.check(plain, "ipv4") : isIPv6(plain) && list.check(plain, "ipv6")
  }
}
