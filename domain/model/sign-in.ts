/** How users sign in: sessions, and the code that may be asked for beside the password. */
import { z } from "zod"
import { msPerDay, msPerHour, msPerMinute } from "../time/units.ts"
import type { UserRole } from "./actor.ts"
import { publicSlug } from "./company-settings.ts"
import { id, text, timestamp } from "./fields.ts"
import { shownPassword, userEmail, userView } from "./user.ts"
import { iso } from "./views.ts"

/** How long a token lives that a program sends. */
export const sessionMs = 12 * msPerHour
/** A session in the console's cookie ends after so long without a request, and after so long in any case. */
export const cookieSession = { idleMs: 12 * msPerHour, longestMs: 14 * msPerDay }
/** How long a person may take at the company's identity provider. */
export const signInUnderWayMs = 10 * msPerMinute
/** How long a link lives by which a user chooses a password: a first one, an invitation, may be found after a holiday. */
export const resetLinkMs = { again: msPerDay, first: 7 * msPerDay }
export const recoveryCodeCount = 10

/** Six digits of the second factor, or a recovery code; spaces and hyphens between its characters do not count. */
export const factorCode = text(40).transform((typed) => typed.replace(/[\s-]/g, "").toLowerCase())

export const signInInput = z.strictObject({
  email: userEmail,
  password: shownPassword,
  company_id: id.optional().meta({
    description: "Needed when the email and the password fit users of several companies, and only then.",
  }),
  code: factorCode.optional().meta({
    description: "The code of the second factor, or a recovery code. Needed by users who have set one up.",
  }),
})

export const providerSignInInput = z.strictObject({
  company: publicSlug.meta({ description: "The word that addresses the company: its `public_slug`." }),
})

export const sessionView = z.object({
  token: z.string().meta({ description: "Send it as `Authorization: Bearer`. Shown only now." }),
  expires_at: timestamp,
  must_enrol: z.boolean().meta({
    description:
      "The company requires a second factor and the user has none: the session can only set one up.",
  }),
  user: userView,
})

/** The console's view of a new session: the token is in the cookie alone, out of reach of any script. */
export const cookieSessionView = sessionView.omit({ token: true })

/** A sign-in that has not ended, as its user sees it. */
export const openSessionView = z.object({
  id: z.int(),
  current: z.boolean().meta({ description: "Whether it is the one that asks." }),
  network: z
    .string()
    .meta({ description: "Where the user signed in, without the last part of the address." }),
  user_agent: z.string().nullable(),
  created_at: timestamp,
  last_used_at: timestamp.meta({ description: "May lag a minute behind." }),
  expires_at: timestamp,
})

export interface OpenSession {
  id: number
  network: string
  user_agent: string | null
  created_at: Date
  last_used_at: Date
  expires_at: Date
}

/** A sign-in with what its user's company sets now, which counts for sessions that are open already. */
export interface SessionTimes {
  role: UserRole
  /** In the console's cookie, which a person's browser sends; others are tokens of programs. */
  inCookie: boolean
  createdAt: Date
  lastUsedAt: Date
  expiresAt: Date
  /** Null where the company sets none. */
  adminIdleMinutes: number | null
  adminLongestHours: number | null
}

export const showSession = (
  { created_at, last_used_at, expires_at, ...session }: OpenSession,
  currentId: number | null,
): z.input<typeof openSessionView> => ({
  ...session,
  current: session.id === currentId,
  created_at: iso(created_at),
  last_used_at: iso(last_used_at),
  expires_at: iso(expires_at),
})

export const sessionsEnded = z.object({ ended: z.int() })

export const passwordShown = z.strictObject({ password: shownPassword })
export const factorShown = z.strictObject({ password: shownPassword, code: factorCode })
export const factorConfirmation = z.strictObject({ code: factorCode })

export const factorBegun = z.object({
  secret: z.string().meta({ description: "To be typed where no camera is at hand." }),
  otpauth_url: z.string().meta({ description: "To be shown as a QR code." }),
})

export const recoveryCodesView = z.object({
  recovery_codes: z.array(z.string()).meta({
    description: "Each stands for the second factor once. Shown only now.",
  }),
})

export const factorRemoved = z.object({ second_factor: z.literal(false) })
