/** A program as strangers write it: the protocol's official client, with a place for what it is given. */
import { type OAuthClientProvider, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"

export const programRedirect = "http://127.0.0.1:33418/callback"

/** A program that keeps what the protocol's client gives it. */
export class Program implements OAuthClientProvider {
  readonly redirectUrl
  readonly clientMetadata
  asked: URL | null = null
  kept: { client?: never; tokens?: never; verifier?: string; discovery?: never } = {}

  constructor(redirectUrl = programRedirect) {
    this.redirectUrl = redirectUrl
    this.clientMetadata = { client_name: "Desk helper", redirect_uris: [redirectUrl] }
  }
  state = () => "the state of the program"
  clientInformation = () => this.kept.client
  saveClientInformation = (client: unknown) => this.keep({ client: client as never })
  tokens = () => this.kept.tokens
  saveTokens = (tokens: unknown) => this.keep({ tokens: tokens as never })
  redirectToAuthorization(url: URL) {
    this.asked = url
  }
  saveCodeVerifier = (verifier: string) => this.keep({ verifier })
  saveDiscoveryState = (discovery: unknown) => this.keep({ discovery: discovery as never })
  discoveryState = () => this.kept.discovery
  codeVerifier = () => this.kept.verifier!
  private keep(more: Program["kept"]): void {
    this.kept = { ...this.kept, ...more }
  }
  get access() {
    return (this.kept.tokens as unknown as { access_token: string }).access_token
  }
  get refresh() {
    return (this.kept.tokens as unknown as { refresh_token: string }).refresh_token
  }
}

/** The way of one connection to the company's server at this host. */
export const programTransport = (apiUrl: string, program: Program) =>
  new StreamableHTTPClientTransport(new URL(`${apiUrl}/mcp`), { authProvider: program })
