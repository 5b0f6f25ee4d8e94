import { describe, expect, it } from "vitest"
import { networkOf, shownNetwork } from "../../../domain/rules/public-page/network-address.ts"

describe("networkOf", () => {
  it("counts an IPv6 visitor by its /64, however it is written", () => {
    for (const address of [
      "2001:db8:1:2::1",
      "2001:DB8:1:2:ffff::9",
      "2001:0db8:0001:0002:0:0:0:1",
      "2001:db8:1:2::1%eth0",
    ]) {
      expect(networkOf(address)).toBe("2001:db8:1:2::/64")
    }
    expect(networkOf("2001:db8:1:3::1")).not.toBe(networkOf("2001:db8:1:2::1"))
    expect(networkOf("::1")).toBe("0:0:0:0::/64")
    expect(networkOf("1:2:3:4:5:6:7::")).toBe("1:2:3:4::/64")
  })

  it("counts an IPv4 address written as IPv6 as IPv4", () => {
    for (const address of [
      "203.0.113.7",
      "::ffff:203.0.113.7",
      "::ffff:cb00:7107",
      "0:0:0:0:0:ffff:203.0.113.7",
    ]) {
      expect(networkOf(address)).toBe("203.0.113.7")
    }
  })

  it("gives everything else one name", () => {
    expect(networkOf("")).toBe("unknown")
    expect(networkOf("localhost")).toBe("unknown")
  })
})

describe("shownNetwork", () => {
  it("TR-32 leaves the last part of an address out", () => {
    expect(shownNetwork("203.0.113.7")).toBe("203.0.113.0/24")
    expect(shownNetwork("::ffff:203.0.113.7")).toBe("203.0.113.0/24")
    expect(shownNetwork("2001:db8:1:2::1")).toBe("2001:db8:1::/48")
    expect(shownNetwork("nonsense")).toBe("unknown")
  })
})
