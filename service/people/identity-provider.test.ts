/** Signing in to the console by the company's identity provider: a real one, and one that lies. */
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type LocalServer, startLocalServer } from "../../test/support/local-server.ts"
import { type OidcProvider, startOidcProvider } from "../../test/support/oidc-provider.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { type MadeUser, makeUser } from "../../test/support/users.ts"
import { createIdentityProviders } from "../host/adapters/identity-providers.ts"
import { createAddressGuard, machineNames } from "../host/adapters/outbound/address-guard.ts"
import { IdentityProviderUnavailable } from "../platform/ports/identity-providers.ts"

const guard = createAddressGuard({ resolve: machineNames, allowPrivate: true })
const identityProviders = createIdentityProviders({ guard, timeoutMs: 2_000 })

let service: TestService
let provider: OidcProvider
let nora: MadeUser

beforeAll(async () => {
  service = await startService({ identityProviders })
  nora = await makeUser(service)
  const redirectUri = `${service.apiUrl}/console/provider/${service.companyId}`
  provider = await startOidcProvider({ redirectUris: [redirectUri] })
  const oidc = { issuer: provider.issuer, client_id: provider.clientId, client_secret: provider.clientSecret }
  const saved = await service.api("PUT", "/company", { public_slug: "harbour", sign_in: { oidc } })
  expect(saved.body.data.sign_in.oidc).toEqual({
    issuer: provider.issuer,
    client_id: provider.clientId,
    redirect_uri: redirectUri,
  })
})
afterAll(async () => {
  await Promise.all([provider.stop(), service.stop()])
  identityProviders.close()
})

const own = () => ({ "x-console": "1", origin: service.apiUrl, "sec-fetch-site": "same-origin" })
const sessionCookie = /^appointed-session=(us_[\w-]+); Max-Age=1209600; Path=\/; HttpOnly; SameSite=Strict$/

/** The provider's address to go to, and the cookie that keeps the sign-in. */
async function begin(company = "harbour") {
  const answer = await service.api("POST", "//console/provider", { company }, { key: null, headers: own() })
  const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? ""
  return { answer, cookie, url: String(answer.body.data?.url) }
}

/** Follows the provider's redirects as a browser does, up to the address that it leads back to. */
async function atProvider(url: string): Promise<string> {
  const jar = new Map<string, string>()
  let at = url
  for (let hop = 0; hop < 10 && !at.startsWith(service.apiUrl); hop += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ")
    const answer = await fetch(at, { redirect: "manual", headers: { cookie } })
    for (const set of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!
      jar.set(name!, value!)
    }
    at = new URL(answer.headers.get("location") ?? "/no-redirect", at).href
  }
  return at
}

/** Comes back with the cookie, and reads where it leads and which session it has given. */
async function comeBack(address: string, cookie: string) {
  const answer = await fetch(address, { redirect: "manual", headers: { cookie } })
  const set = answer.headers.getSetCookie().find((each) => each.startsWith("appointed-session="))
  return { status: answer.status, to: answer.headers.get("location"), set }
}

async function signInAs(email: string, email_verified = true) {
  provider.signsInAs({ email, email_verified })
  const { url, cookie } = await begin()
  return comeBack(await atProvider(url), cookie)
}

const refused = (code: string) => ({ status: 303, to: `/console/sign-in?refused=${code}`, set: undefined })
const audited = async (operation: string) =>
  (await service.api("GET", `/audit?operation=${operation}&limit=1`)).body.data[0]

describe("the company's identity provider", () => {
  it("CN-02 signs in a user of the company by a verified email, into the console's own cookie", async () => {
    const answer = await signInAs(nora.email.toUpperCase())
    expect(answer).toMatchObject({
      status: 303,
      to: "/console/sign-in",
      set: expect.stringMatching(sessionCookie),
    })
    const headers = { cookie: answer.set!.split(";")[0]!, ...own() }
    const me = await service.api("GET", "/users/me", undefined, { key: null, headers })
    expect(me.body.data).toMatchObject({ id: nora.id, email: nora.email })
    expect(await audited("create_session")).toMatchObject({
      actor: { kind: "admin_user", user_id: nora.id },
      fields: ["identity_provider"],
      network: "127.0.0.0/24",
    })
  })

  it("CN-02 answers for a second factor that the company requires of passwords", async () => {
    await service.api("PUT", "/company", { sign_in: { require_second_factor: true } })
    const { set } = await signInAs(nora.email)
    await service.api("PUT", "/company", { sign_in: { require_second_factor: false } })
    const headers = { cookie: set!.split(";")[0]!, ...own() }
    expect((await service.api("GET", "/users", undefined, { key: null, headers })).status).toBe(200)
  })

  it("CN-02 makes nobody a user, and takes no email that it has not verified", async () => {
    const before = (await service.api("GET", "/users?limit=100")).body.data.length
    expect(await signInAs("stranger@example.com")).toEqual(refused("identity_unknown"))
    expect(await audited("refuse_sign_in")).toMatchObject({ fields: ["email"], target_id: null })
    expect(await signInAs(nora.email, false)).toEqual(refused("identity_email_unverified"))
    expect(await audited("refuse_sign_in")).toMatchObject({ fields: ["email_verified"], target_id: nora.id })
    const disabled = await makeUser(service)
    await service.api("PUT", `/users/${disabled.id}`, { active: false })
    expect(await signInAs(disabled.email)).toEqual(refused("identity_unknown"))
    expect((await service.api("GET", "/users?limit=100")).body.data).toHaveLength(before + 1)
  })

  it("SE-10 is refused in words for an email with control characters", async () => {
    for (const character of ["\u0000", "\n", "\u001b"]) {
      expect(await signInAs(`nora${character}@example.com`)).toEqual(refused("identity_not_proven"))
      expect(await audited("refuse_sign_in")).toMatchObject({ fields: ["email"], target_id: null })
    }
  })

  it("CN-02 signs in no user of another company that has the same person", async () => {
    const other = await service.anotherCompany()
    const theirs = await makeUser(service, {}, other.key)
    expect(await signInAs(theirs.email)).toEqual(refused("identity_unknown"))
  })

  it("CN-02 is asked for the email where it does not stand in its token", async () => {
    const { companyId } = service
    const redirectUris = [`${service.apiUrl}/console/provider/${companyId}`]
    const asking = await startOidcProvider({ redirectUris, isEmailInToken: false })
    asking.signsInAs({ email: nora.email, email_verified: true })
    const client = { issuer: asking.issuer, clientId: asking.clientId, clientSecret: asking.clientSecret }
    const secrets = { state: "s".repeat(43), nonce: "n".repeat(43), verifier: "v".repeat(43) }
    const url = await identityProviders.begin(client, secrets, redirectUris[0]!)
    const identity = await identityProviders.finish(client, secrets, await atProvider(url))
    expect(identity).toEqual({ email: nora.email, isEmailVerified: true })
    await asking.stop()
  })
})

describe("a sign-in under way", () => {
  it("CN-02 ends only in the browser that has begun it, so nobody is signed in as somebody else", async () => {
    provider.signsInAs({ email: nora.email, email_verified: true })
    const attackers = await begin()
    const address = await atProvider(attackers.url)
    expect(await comeBack(address, "")).toEqual(refused("sign_in_not_begun"))
    const victims = await begin()
    expect(await comeBack(address, victims.cookie)).toEqual(refused("identity_not_proven"))
    const twice = `${attackers.cookie}; ${victims.cookie}`
    expect(await comeBack(address, twice)).toEqual(refused("sign_in_not_begun"))
    expect(await comeBack(address, "appointed-sign-in=v1.e1.c2VhbGVkIGJ5IG5vYm9keQ")).toEqual(
      refused("sign_in_not_begun"),
    )
    expect((await comeBack(address, attackers.cookie)).set).toMatch(sessionCookie)
  })

  it("CN-02 ends once: neither its cookie nor its code counts again", async () => {
    provider.signsInAs({ email: nora.email, email_verified: true })
    const { url, cookie } = await begin()
    const address = await atProvider(url)
    expect((await comeBack(address, cookie)).set).toMatch(sessionCookie)
    expect(await comeBack(address, cookie)).toEqual(refused("sign_in_not_begun"))
    const next = await begin()
    const state = new URL(next.url).searchParams.get("state")!
    const replayed = new URL(address)
    replayed.searchParams.set("state", state)
    expect(await comeBack(replayed.href, next.cookie)).toEqual(refused("identity_not_proven"))
    expect(await audited("refuse_sign_in")).toMatchObject({ fields: ["identity_provider"] })
  })

  it("CN-02 holds ten minutes, and belongs to one company", async () => {
    provider.signsInAs({ email: nora.email, email_verified: true })
    const { url, cookie } = await begin()
    const address = await atProvider(url)
    service.clock.advanceMs(10 * 60_000)
    expect(await comeBack(address, cookie)).toEqual(refused("sign_in_not_begun"))
    const other = await service.anotherCompany()
    const { issuer, clientId: client_id, clientSecret: client_secret } = provider
    const settings = { sign_in: { oidc: { issuer, client_id, client_secret } } }
    await service.api("PUT", "/company", settings, { key: other.key })
    const another = await begin()
    const elsewhere = (await atProvider(another.url)).replace(/provider\/\d+/, `provider/${other.companyId}`)
    expect(await comeBack(elsewhere, another.cookie)).toEqual(refused("sign_in_not_begun"))
  })

  it("CN-02 carries a nonce and a challenge of its own, which the provider's answer must fit", async () => {
    provider.signsInAs({ email: nora.email, email_verified: true })
    for (const [name, value] of [
      ["nonce", "another"],
      ["code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"],
      ["client_id", "another"],
    ] as const) {
      const { url, cookie } = await begin()
      const changed = new URL(url)
      expect(changed.searchParams.get("code_challenge_method")).toBe("S256")
      changed.searchParams.set(name, value)
      const answer = await comeBack(await atProvider(changed.href), cookie)
      expect([name, answer]).toEqual([name, refused("identity_not_proven")])
    }
  })

  it("CN-02 is begun by the console's own page, and not for a company without a provider", async () => {
    const foreign = { ...own(), origin: "https://evil.example", "sec-fetch-site": "cross-site" }
    const body = { company: "harbour" }
    const answer = await service.api("POST", "//console/provider", body, { key: null, headers: foreign })
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([403, null])
    expect((await begin("nobody-here")).answer.body.error.code).toBe("identity_provider_not_set_up")
  })

  it("CN-02 leads to a sentence where the person has refused, or the provider is wrong about us", async () => {
    const { cookie, url } = await begin()
    const state = new URL(url).searchParams.get("state")
    const back = `${service.apiUrl}/console/provider/${service.companyId}`
    expect(await comeBack(`${back}?error=access_denied&state=${state}`, cookie)).toEqual(
      refused("identity_not_proven"),
    )
    const oidc = { issuer: provider.issuer, client_id: provider.clientId, client_secret: "an old one" }
    await service.api("PUT", "/company", { sign_in: { oidc } })
    expect(await signInAs(nora.email)).toEqual(refused("identity_not_proven"))
    expect(await audited("refuse_sign_in")).toMatchObject({ fields: ["client_secret"] })
    await service.api("PUT", "/company", {
      sign_in: { oidc: { ...oidc, client_secret: provider.clientSecret } },
    })
  })
})

describe("the setting", () => {
  const put = (oidc: object | null) => service.api("PUT", "/company", { sign_in: { oidc } })
  const present = () => ({ issuer: provider.issuer, client_id: provider.clientId })

  it("CN-02 keeps the secret sealed, tells it never, and hands it to no other issuer", async () => {
    const answer = await put(present())
    expect(answer.status).toBe(200)
    expect(JSON.stringify(answer.body)).not.toContain(provider.clientSecret)
    const rows = await service.context.db.query("SELECT * FROM identity_provider")
    expect(JSON.stringify(rows)).not.toContain(provider.clientSecret)
    const thief = await startOidcProvider({ redirectUris: [] })
    const moved = await put({ ...present(), issuer: thief.issuer })
    await thief.stop()
    expect(moved.body.error).toMatchObject({ code: "invalid_input", field: "sign_in.oidc.client_secret" })
    const renamed = await put({ ...present(), client_id: "another" })
    expect(renamed.body.error.field).toBe("sign_in.oidc.client_secret")
    const kept = await service.api("GET", "/company")
    expect(kept.body.data.sign_in.oidc).toMatchObject(present())
  })

  it("CN-02 is refused where no provider answers, and where none may be asked", async () => {
    const nowhere = await put({ ...present(), issuer: service.apiUrl, client_secret: "x" })
    expect(nowhere.body.error.field).toBe("sign_in.oidc.issuer")
    const strict = createIdentityProviders({
      guard: createAddressGuard({ resolve: machineNames, allowPrivate: false }),
    })
    for (const issuer of [provider.issuer, "https://127.0.0.1", "https://[::1]", "file:///etc/passwd"])
      await expect(strict.examine(issuer)).rejects.toThrow(IdentityProviderUnavailable)
    strict.close()
  })

  it("CN-02 ends the sessions of a provider that is taken away", async () => {
    const { set } = await signInAs(nora.email)
    const headers = { cookie: set!.split(";")[0]!, ...own() }
    const status = async () =>
      (await service.api("GET", "/users/me", undefined, { key: null, headers })).status
    expect(await status()).toBe(200)
    await put(null)
    expect([await status(), (await begin()).answer.status]).toEqual([401, 404])
    await put({ ...present(), client_secret: provider.clientSecret })
  })
})

describe("a provider that lies, or is away", () => {
  let liar: LocalServer
  const keys = generateKeyPairSync("rsa", { modulusLength: 2048 })
  const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 })
  const secrets = { state: "s".repeat(43), nonce: "n".repeat(43), verifier: "v".repeat(43) }

  beforeAll(async () => {
    liar = await startLocalServer()
  })
  afterAll(() => liar.stop())

  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
  const signed = (claims: object, key: KeyObject, alg: string) => {
    const text = `${part({ alg, kid: "one" })}.${part(claims)}`
    const mark = alg === "none" ? "" : sign("sha256", Buffer.from(text), key).toString("base64url")
    return `${text}.${mark}`
  }

  function play(change: object, key = keys.privateKey, alg = "RS256"): void {
    const now = Math.floor(Date.now() / 1_000)
    const claims = { iss: liar.url, aud: "us", sub: "7", iat: now, exp: now + 60, nonce: secrets.nonce }
    const said = { ...claims, email: "nora@example.com", email_verified: true, ...change }
    liar.tell(({ path }) => {
      if (path.endsWith("/jwks"))
        return { body: { keys: [{ ...keys.publicKey.export({ format: "jwk" }), kid: "one", alg: "RS256" }] } }
      if (path.endsWith("/token"))
        return { body: { access_token: "a", token_type: "Bearer", id_token: signed(said, key, alg) } }
      return { body: configuration() }
    })
  }

  const configuration = () => ({
    issuer: liar.url,
    authorization_endpoint: `${liar.url}/page`,
    token_endpoint: `${liar.url}/token`,
    jwks_uri: `${liar.url}/jwks`,
    id_token_signing_alg_values_supported: ["RS256", "none"],
  })

  const client = () => ({ issuer: liar.url, clientId: "us", clientSecret: "secret" })
  const finish = () =>
    identityProviders.finish(
      client(),
      secrets,
      `http://127.0.0.1/console/provider/7?code=c&state=${secrets.state}`,
    )

  it("CN-02 proves nothing by a token for another, of another, too old, or signed by another", async () => {
    play({})
    expect(await finish()).toEqual({ email: "nora@example.com", isEmailVerified: true })
    const lies: Record<string, () => void> = {
      audience: () => play({ aud: "another" }),
      issuer: () => play({ iss: "https://accounts.example.com" }),
      nonce: () => play({ nonce: "another" }),
      "no nonce": () => play({ nonce: undefined }),
      age: () => play({ exp: 1_000, iat: 900 }),
      signature: () => play({}, stranger.privateKey),
      "no signature": () => play({}, keys.privateKey, "none"),
    }
    for (const [what, lie] of Object.entries(lies)) {
      lie()
      expect([what, await finish().catch(({ name }) => name)]).toEqual([what, "IdentityNotProven"])
    }
  })

  it("CN-02 SE-10 takes only a plain yes for a verified email, and Microsoft's claim from nobody else", async () => {
    for (const [claims, isEmailVerified] of [
      [{ email_verified: "true" }, false],
      [{ email_verified: 1 }, false],
      [{ email_verified: undefined }, false],
      [{ email_verified: undefined, xms_edov: true }, false],
      [{ email_verified: false, xms_edov: true }, false],
      [{ email: ["nora@example.com"] }, true],
    ] as const) {
      play(claims)
      const email = "email" in claims ? null : "nora@example.com"
      expect([claims, await finish()]).toEqual([claims, { email, isEmailVerified }])
    }
  })

  it("CN-02 is said to be away when it is, or takes too long, and leads to no script", async () => {
    const hasty = createIdentityProviders({ guard, timeoutMs: 150 })
    const begun = () => hasty.begin(client(), secrets, "http://127.0.0.1/back").catch(({ name }) => name)
    liar.tell({ silent: true })
    expect(await begun()).toBe("IdentityProviderUnavailable")
    liar.tell({ status: 503 })
    expect(await begun()).toBe("IdentityProviderUnavailable")
    liar.tell({ body: { ...configuration(), authorization_endpoint: "javascript:alert(1)" } })
    expect(await begun()).toBe("IdentityProviderUnavailable")
    liar.tell({ body: { ...configuration(), issuer: "https://accounts.example.com" } })
    expect(await begun()).toBe("IdentityProviderUnavailable")
    play({})
    liar.tell(({ path }) => (path.endsWith("/token") ? { status: 502 } : { body: configuration() }))
    expect(await finish().catch(({ name }) => name)).toBe("IdentityProviderUnavailable")
    hasty.close()
  })
})
