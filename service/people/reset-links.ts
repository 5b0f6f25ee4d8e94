/** The link by which a user chooses a password: an invitation for one without, else a new password. */
import { tokenHash } from "../../domain/model/link-token.ts"
import type { Sealer } from "../../domain/model/sealing.ts"
import { resetLinkMs } from "../../domain/model/sign-in.ts"
import type { User } from "../../domain/model/user.ts"
import { mailPasswordLink } from "../outbox/queue-staff-mail.ts"
import type { Tx } from "../platform/pg/database.ts"
import type { MailSender } from "../platform/ports/mails.ts"
import type { Random } from "../platform/ports.ts"
import { replaceReset } from "./password-resets.sql.ts"

export interface ResetLink {
  token: string
  /** Null on a host that serves no API. */
  url: string | null
  /** Epoch milliseconds. */
  expiresAt: number
}

/** Replaces an earlier link of the user's. */
export async function makeResetLink(
  tx: Tx,
  { random, baseUrl }: { random: Random; baseUrl: string | null },
  { companyId, user, now }: { companyId: number; user: Pick<User, "id" | "password_set">; now: number },
): Promise<ResetLink> {
  const token = `pr_${Buffer.from(random.bytes(32)).toString("base64url")}`
  const expiresAt = now + resetLinkMs[user.password_set ? "again" : "first"]
  await replaceReset(tx, companyId, { userId: user.id, tokenHash: tokenHash(token), expiresAt }, now)
  // Behind the #, so that no server and no log on the way sees it.
  const url = baseUrl === null ? null : `${baseUrl}/console/password#${token}`
  return { token, url, expiresAt }
}

interface Mailing {
  random: Random
  baseUrl: string | null
  /** Null when this host sends no mails. */
  mails: MailSender | null
  sealer: Sealer
}

/** The same, and a mail that brings it. `mailed` is false on a host that sends none: then the link is handed over. */
export async function mailResetLink(
  tx: Tx,
  context: Mailing,
  of: { companyId: number; user: Pick<User, "id" | "password_set">; now: number },
): Promise<ResetLink & { mailed: boolean }> {
  const link = await makeResetLink(tx, context, of)
  const { url, expiresAt } = link
  if (url === null) return { ...link, mailed: false }
  const purpose = of.user.password_set ? "password_reset" : "user_invitation"
  const mail = { purpose, userId: of.user.id, url, expiresAt } as const
  return { ...link, mailed: await mailPasswordLink(tx, context, of.companyId, mail, of.now) }
}
