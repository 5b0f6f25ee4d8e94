/** The adapters of carriers and of voice agents. */
import type { Reported } from "../../../domain/model/text-message.ts"

/** One text, from a number of the company's to any number. */
export interface OutgoingText {
  from: string
  to: string
  body: string
  /** Names the text in the carrier's later reports; without it no reports are requested. */
  report?: { companyId: number; textId: number }
}

/**
 * `later`: not taken, and worth a retry. `refused`: not worth one. `optedOut`: the recipient asked the carrier for no more
 * texts. `unknown`: no answer came, so the carrier may or may not have taken the text.
 */
export type SentText =
  | { kind: "sent"; carrierId: string | null }
  | { kind: "later"; error: string; retryAfterSeconds: number | null }
  | { kind: "refused"; error: string; optedOut: boolean }
  | { kind: "unknown"; error: string }

/** Sends texts. */
export interface TextSender {
  /** Texts are not sent but shown on a page for developers, so their words stay readable. */
  readonly staysHere: boolean
  /** Never throws: every failure is in the result. */
  send(text: OutgoingText): Promise<SentText>
}

/** The host's account at a carrier. */
export interface CarrierAccount {
  /** True where this number belongs to the account. Throws `CarrierUnavailable` when the carrier does not say. */
  holds(phone: string): Promise<boolean>
}

export class CarrierUnavailable extends Error {
  override readonly name = "CarrierUnavailable"
}

/** Reads what a carrier posts to us: later reports on texts, and replies. */
export interface CarrierPosts {
  /** The API's public address, as the carrier knows it; null when the address of the request counts. */
  readonly baseUrl: string | null
  /** True where the carrier signed this post to `url`. */
  isGenuine(signature: string | undefined, url: string, form: Iterable<[string, string]>): boolean
  readReport(status: string, errorCode: string | null): Reported
}

/** A call that the company's voice agent is to make, from the number that it answers. */
export interface OutgoingCall {
  from: string
  to: string
  /** The variables that the conversation begins with, as conversation-init answers them. */
  variables: Readonly<Record<string, string | number | boolean>>
}

/** Lets a voice agent call people. */
export interface VoiceAgent {
  /** Calls are not made but recorded. */
  readonly staysHere?: boolean
  /** Never throws: every failure is in the result. */
  call(call: OutgoingCall): Promise<SentText>
}
