import { describe, expect, it } from "vitest"
import {
  isLocalName,
  isPublicAddress,
  judgeWebhookUrl,
} from "../../../domain/rules/webhooks/public-address.ts"

const refused = (url: string) => "refusal" in judgeWebhookUrl(url, false)

describe("addresses", () => {
  it.each([
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "100.127.255.255",
    "127.0.0.1",
    "127.255.255.254",
    "168.63.129.16",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.192",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.7",
    "203.0.113.7",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
  ])("WH-02 refuses the special address %s", (address) => {
    expect(isPublicAddress(address)).toBe(false)
    expect(isPublicAddress(`::ffff:${address}`)).toBe(false)
    expect(isPublicAddress(`64:ff9b::${address}`)).toBe(false)
    expect(refused(`https://${address}/hook`)).toBe(true)
  })

  it.each([
    "1.1.1.1",
    "8.8.8.8",
    "100.63.255.255",
    "100.128.0.0",
    "172.15.0.1",
    "172.32.0.1",
    "192.0.1.1",
    "198.17.255.255",
    "198.20.0.0",
    "168.63.129.17",
    "223.255.255.255",
  ])("allows %s", (address) => {
    expect(isPublicAddress(address)).toBe(true)
    expect(isPublicAddress(`::ffff:${address}`)).toBe(true)
    expect(isPublicAddress(`64:FF9B::${address}`)).toBe(true)
    expect(refused(`https://${address}/hook`)).toBe(false)
  })

  it.each([
    "::",
    "::1",
    "::7f00:1",
    "::127.0.0.1",
    "fe80::1",
    "fe80::1%eth0",
    "fc00::1",
    "fd00:ec2::254",
    "ff02::1",
    "100::1",
    "64:ff9b:1::808:808",
    "2001::1",
    "2001:1ff::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "2002:808:808::1",
    "3fff::1",
    "3fff:fff::1",
    "4000::1",
    "5f00::1",
    "fec0::1",
  ])("WH-02 refuses the special address %s", (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each([
    "2606:4700::1111",
    "2001:200::1",
    "2001:4860:4860::8888",
    "2a00:1450::1",
    "3ffe::1",
    "3fff:1000::1",
  ])("allows %s", (address) => {
    expect(isPublicAddress(address)).toBe(true)
    expect(refused(`https://[${address}]/hook`)).toBe(false)
  })

  it("takes a name for no address", () => {
    expect(isPublicAddress("example.com")).toBe(false)
  })
})

describe("URLs", () => {
  it.each([
    "127.0.0.1",
    "127.0.0.1.",
    "127.1",
    "127.0.1",
    "2130706433",
    "0x7f.1",
    "0x7f000001",
    "0177.0.0.1",
    "0177.1",
    "017700000001",
    "[::1]",
    "[::]",
    "[0:0:0:0:0:0:0:1]",
    "[::ffff:7f00:1]",
    "[::ffff:127.0.0.1]",
    "[::FFFF:7F00:1]",
    "[64:ff9b::7f00:1]",
    "[::7f00:1]",
    "１２７.０.０.１",
    "127。0。0。1",
    "①②⑦.0.0.1",
    "0",
    "0.0.0.0",
    "localhost",
    "LOCALHOST",
    "localhost.",
    "app.localhost",
    "ｌocalhost",
    "db.local",
    "metadata.google.internal",
    "router.home.arpa",
    "intranet",
    "169.254.169.254",
    "0xa9fea9fe",
    "2852039166",
    "%31%32%37.0.0.1",
  ])("WH-02 refuses loopback, local and metadata however it is spelt: %s", (host) => {
    expect(refused(`https://${host}/hook`)).toBe(true)
    expect(refused(`https://${host}:8443/hook`)).toBe(true)
  })

  it.each([
    "http://example.com/",
    "ftp://example.com/",
    "file:///etc/passwd",
    "example.com",
    "",
    "https://",
    "https://user:pass@example.com/",
    "https://user@example.com/",
    "//example.com",
    "https://1.2.3.4.5/x",
  ])("WH-02 takes https only: %s", (url) => {
    expect(refused(url)).toBe(true)
  })

  it("takes public names and leaves them to be looked up", () => {
    expect(judgeWebhookUrl("https://hooks.example.com:8443/a?b=c", false)).toEqual({
      host: "hooks.example.com",
      isLiteral: false,
    })
    expect(judgeWebhookUrl("https://[2606:4700::1111]/", false)).toEqual({
      host: "2606:4700::1111",
      isLiteral: true,
    })
    expect(isLocalName("localhost.example.com")).toBe(false)
  })

  it("allows private addresses and http where the setting says so", () => {
    expect(judgeWebhookUrl("http://127.0.0.1:9/", true)).toEqual({ host: "127.0.0.1", isLiteral: true })
    expect(judgeWebhookUrl("https://localhost/", true)).toEqual({ host: "localhost", isLiteral: false })
    expect(judgeWebhookUrl("ftp://127.0.0.1/", true)).toHaveProperty("refusal")
  })
})
