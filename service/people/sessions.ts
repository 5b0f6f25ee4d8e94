/** Signing in with an email and a password, and signing out. */

import { z } from "zod"
import { notFound, Refusal } from "../../domain/model/errors.ts"
import { byId, page } from "../../domain/model/fields.ts"
import { pageById } from "../../domain/model/paging.ts"
import {
  openSessionView,
  sessionsEnded,
  sessionView,
  showSession,
  signInInput,
} from "../../domain/model/sign-in.ts"
import type { AppContext } from "../platform/context.ts"
import {
  type AnonymousRequest,
  listOperation,
  openOperation,
  operation,
  staff,
} from "../platform/operation.ts"
import type { Random } from "../platform/ports.ts"
import { writeAccess } from "../platform/write.ts"
import { countTry, inEvenTime, type Tries } from "./against-guessing.ts"
import { listOpenSessions } from "./ended-sessions.ts"
import { judgeFactor } from "./factor-codes.ts"
import { auditRefusals, openSession } from "./open-session.ts"
import { ownSession } from "./own-session.ts"
import * as store from "./user-sessions.sql.ts"
import { findSigningIn, type SigningIn } from "./users.sql.ts"

const common = {
  byHostTime: true,
  noun: "Sessions",
  roles: staff,
  seat: "own",
  forEnrolment: true,
} as const

const whySignInFails = [
  "choose_company",
  "second_factor_needed",
  "wrong_credentials",
  "wrong_second_factor",
] as const

export const createSession = openOperation({
  name: "create_session",
  refusals: whySignInFails,
  summary: "Sign in",
  description:
    "Wrong passwords and codes: ten an hour for an email from one network, a hundred for an email. 409 `choose_company` " +
    "names the companies when email and password fit users of several; 401 `second_factor_needed` asks for `code`.",
  noun: "Sessions",
  body: signInInput,
  result: sessionView,
  status: 201,
  secret: true,
  run: (context, request, input) => signIn(context, request, input, { inCookie: false }),
})

/** The same for the staff console, which puts the token into a cookie. */
export const createCookieSession = openOperation({
  name: "create_cookie_session",
  refusals: whySignInFails,
  summary: "Sign in to the console",
  noun: "Sessions",
  body: signInInput,
  /** `device` is for the browser alone, which shows it at the next sign-in. */
  result: sessionView.extend({ device: z.string() }),
  status: 201,
  async run(context, request, input) {
    const device = request.device ?? deviceToken(context.random)
    const session = await signIn(context, request, input, { inCookie: true, device })
    return { ...session, device }
  },
})

async function signIn(
  context: AppContext,
  request: AnonymousRequest,
  { email, password, company_id, code }: z.output<typeof signInInput>,
  { inCookie, device = null }: { inCookie: boolean; device?: string | null },
): Promise<z.input<typeof sessionView>> {
  const tries = await countTry(context, request, email, request.device)
  const users = await findSigningIn(context.db, email, company_id ?? null)
  const compareFirst = () => context.passwords.fits(users[0]?.passwordHash ?? null, password)
  return inEvenTime(context.signInStepMs, compareFirst, async (firstFits) => {
    const others = users.slice(1).map(({ passwordHash }) => context.passwords.fits(passwordHash, password))
    const fits = [firstFits, ...(await Promise.all(others))]
    const fitting = users.filter(
      ({ active, passwordHash }, index) => fits[index] && active && passwordHash !== null,
    )
    const user = await theOne(context, request, { users, fitting, tries })
    if (user.second_factor) {
      if (code === undefined) {
        await tries.giveBack()
        throw new Refusal("second_factor_needed", { field: "code" })
      }
      if (!(await judgeFactor(context, user.companyId, user.id, code, request.now))) {
        await auditRefusals(context, request, targetsOf([user]), ["code"])
        throw new Refusal("wrong_second_factor", { field: "code" })
      }
    }
    await tries.giveBack()
    return openSession(context, request, user, { inCookie, byProvider: false, device })
  })
}

/** Throws `wrong_credentials` where none fits; `choose_company` where several do, after giving the try back. */
async function theOne(
  context: AppContext,
  request: AnonymousRequest,
  { users, fitting, tries }: { users: readonly SigningIn[]; fitting: readonly SigningIn[]; tries: Tries },
): Promise<SigningIn> {
  const [user, ...others] = fitting
  if (!user) {
    await auditRefusals(context, request, targetsOf(users), ["password"])
    throw new Refusal("wrong_credentials")
  }
  if (others.length === 0) return user
  await tries.giveBack()
  const companies = fitting.map(({ companyId, companyName }) => ({ id: companyId, name: companyName }))
  throw new Refusal("choose_company", { field: "company_id", details: { companies } })
}

/** The random value by which a browser is known again. */
const deviceToken = (random: Random) => Buffer.from(random.bytes(32)).toString("base64url")

/** Only a company that the person has joined sees their tries. */
const targetsOf = (users: readonly SigningIn[]) =>
  users
    .filter(({ acceptedAt }) => acceptedAt !== null)
    .map(({ companyId, id }) => ({ companyId, userId: id }))

export const endSession = operation({
  ...common,
  name: "end_session",
  refusals: ["not_found"],
  summary: "Sign out",
  description: "Ends the session whose token is shown. 404 for an API key, which has none.",
  result: z.object({ ended: z.literal(true) }),
  async run(context, call) {
    const { userId, sessionId } = ownSession(call)
    return writeAccess(context, call, "end_session", async (tx) => {
      await store.endSessions(tx, call.companyId, userId, { only: sessionId })
      return { result: { ended: true as const }, targetId: sessionId, fields: [] }
    })
  },
})

export const listOwnSessions = listOperation({
  ...common,
  name: "list_own_sessions",
  refusals: ["not_found"],
  summary: "List your sessions",
  description: "Where the user is signed in. 404 for an API key.",
  query: z.strictObject(page),
  result: openSessionView,
  async run(context, call, asked) {
    const { userId, sessionId } = ownSession(call)
    return pageById(
      asked,
      (span) => listOpenSessions(context.db, call.companyId, userId, { ...span, now: call.now }),
      (session) => showSession(session, sessionId),
    )
  },
})

export const endOwnSessions = operation({
  ...common,
  name: "end_own_sessions",
  refusals: ["not_found"],
  summary: "Sign out everywhere",
  description: "Ends all sessions of the user, the one that asks among them. 404 for an API key.",
  result: sessionsEnded,
  async run(context, call) {
    const { userId } = ownSession(call)
    return writeAccess(context, call, "end_own_sessions", async (tx) => {
      const ended = await store.endSessions(tx, call.companyId, userId)
      return { result: { ended }, targetId: userId, fields: [] }
    })
  },
})

export const endOwnSession = operation({
  ...common,
  name: "end_own_session",
  refusals: ["not_found"],
  summary: "End one of your sessions",
  params: byId,
  result: sessionsEnded,
  async run(context, call, { id }) {
    const { userId } = ownSession(call)
    return writeAccess(context, call, "end_own_session", async (tx) => {
      const ended = await store.endSessions(tx, call.companyId, userId, { only: id })
      if (ended === 0) throw notFound("session")
      return { result: { ended }, targetId: id, fields: [] }
    })
  },
})
