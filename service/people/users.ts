/** People who sign in for a company. A person may be a user of several, with a password for each. */
import { z } from "zod"
import { notFound } from "../../domain/model/errors.ts"
import { byId, flagText, instant, page, withPatch } from "../../domain/model/fields.ts"
import { pageById } from "../../domain/model/paging.ts"
import { differingFields } from "../../domain/model/record-times.ts"
import { openSessionView, sessionsEnded, showSession } from "../../domain/model/sign-in.ts"
import { showUser, type User, userInput, userPatch, userView, whyWrongSeat } from "../../domain/model/user.ts"
import { keepAnAdmin } from "../company/change-company.ts"
import { lockCompany } from "../company/companies.sql.ts"
import { refuseUnknownProvider } from "../company/refuse-unknown.ts"
import { nextVersion, refuseOtherVersion } from "../platform/next-version.ts"
import { adminOnly, found, listOperation, operation } from "../platform/operation.ts"
import { write, writeAccess } from "../platform/write.ts"
import { listOpenSessions } from "./ended-sessions.ts"
import { forgetDevices } from "./known-devices.sql.ts"
import { deleteReset } from "./password-resets.sql.ts"
import { endSessions } from "./user-sessions.sql.ts"
import * as store from "./users.sql.ts"

const common = { byHostTime: true, noun: "Users", roles: adminOnly, result: userView }

export const createUser = operation({
  ...common,
  name: "create_user",
  refusals: ["email_taken", "not_found"],
  summary: "Create a user",
  description:
    "An email belongs to one user of the company: 409 `email_taken` otherwise. Other companies do not matter. Without a " +
    "password the user is invited: `POST /users/{id}/reset-link` makes the link by which they choose one.",
  body: userInput,
  status: 201,
  async run(context, call, { password, provider_id = null, ...sent }) {
    const input = { ...sent, provider_id }
    const wrong = whyWrongSeat(input)
    if (wrong) throw wrong
    const passwordHash = password === undefined ? null : await context.passwords.hash(password)
    return write(context, call, "create_user", async (tx) => {
      await refuseUnknownProvider(tx, call.companyId, provider_id, "provider_id")
      const user = await store.insertUser(tx, call.companyId, input, passwordHash, call.now)
      return { result: showUser(user), targetId: user.id, fields: fieldsOf(sent, password, provider_id) }
    })
  },
})

export const listUsers = listOperation({
  ...common,
  name: "list_users",
  summary: "List users",
  description: "Those that were removed are in no list.",
  query: z.strictObject({ ...page, active: flagText.optional(), updated_since: instant.optional() }),
  run(context, call, { active = null, updated_since, ...asked }) {
    const filter = { active, updatedSince: updated_since === undefined ? null : new Date(updated_since) }
    return pageById(
      asked,
      (span) => store.listUsers(context.db, call.companyId, { ...span, ...filter }),
      showUser,
    )
  },
})

export const readUser = operation({
  ...common,
  name: "read_user",
  summary: "Read a user",
  params: byId,
  async run(context, call, { id }) {
    return showUser(found(await store.findUser(context.db, call.companyId, id), notFound("user")))
  },
})

export const updateUser = operation({
  ...common,
  name: "update_user",
  refusals: ["email_taken", "last_admin_key"],
  summary: "Change a user",
  description:
    "Fields sent are changed. A new password, another seat and `active: false` end the user's sessions. A role other than " +
    "`provider` leaves the seat.",
  params: byId,
  body: userPatch,
  async run(context, call, { id, password, if_version: ifVersion, ...patch }) {
    const passwordHash = password === undefined ? null : await context.passwords.hash(password)
    return writeAccess(context, call, "update_user", async (tx) => {
      await lockCompany(tx, call.companyId)
      const present = found(await store.findUser(tx, call.companyId, id), notFound("user"))
      const seat = seatAfter(present, patch)
      await refuseUnknownProvider(tx, call.companyId, patch.provider_id, "provider_id")
      refuseOtherVersion(present, ifVersion)
      const wanted = withPatch(present, { ...patch, ...seat })
      if (passwordHash === null && differingFields(present, wanted).length === 0)
        return { result: showUser(present), targetId: id, fields: [], isUnchanged: true }
      const version = await nextVersion(tx, "user", { companyId: call.companyId, id, ifVersion })
      const user = { ...wanted, version, updated_at: new Date(call.now) }
      await store.updateUser(tx, call.companyId, user, call.now)
      if (passwordHash !== null) await store.setPasswordHash(tx, call.companyId, id, passwordHash, call.now)
      if (passwordHash !== null || !user.active || user.provider_id !== present.provider_id) {
        await endSessions(tx, call.companyId, id)
        await deleteReset(tx, call.companyId, id)
      }
      await keepAnAdmin(tx, call.companyId)
      const password_set = present.password_set || passwordHash !== null
      return {
        result: showUser({ ...user, password_set }),
        targetId: id,
        fields: fieldsOf(patch, password),
      }
    })
  },
})

/** Another role than `provider` leaves the seat. Throws where the role and the seat don't go together. */
function seatAfter(
  present: User,
  patch: { role?: User["role"] | undefined; provider_id?: number | null | undefined },
) {
  const role = patch.role ?? present.role
  const kept = role === "provider" ? present.provider_id : null
  const seat = { role, provider_id: patch.provider_id === undefined ? kept : patch.provider_id }
  const wrong = whyWrongSeat(seat)
  if (wrong) throw wrong
  return seat
}

const fieldsOf = (written: object, password: string | undefined, providerId: number | null = null) => [
  ...Object.keys(written),
  ...(providerId === null ? [] : ["provider_id"]),
  ...(password === undefined ? [] : ["password"]),
]

export const deleteUser = operation({
  ...common,
  name: "delete_user",
  refusals: ["last_admin_key"],
  summary: "Remove a user",
  description: "Ends the user's sessions and frees the email. 409 `last_admin_key` for the last admin.",
  params: byId,
  async run(context, call, { id }) {
    return writeAccess(context, call, "delete_user", async (tx) => {
      await lockCompany(tx, call.companyId)
      const user = found(await store.findUser(tx, call.companyId, id), notFound("user"))
      await endSessions(tx, call.companyId, id)
      await deleteReset(tx, call.companyId, id)
      await forgetDevices(tx, call.companyId, id)
      await store.deleteUser(tx, call.companyId, id)
      await keepAnAdmin(tx, call.companyId)
      return { result: { ...showUser(user), active: false }, targetId: id, fields: ["active"] }
    })
  },
})

export const listUserSessions = listOperation({
  ...common,
  name: "list_user_sessions",
  summary: "List a user's sessions",
  description: "Where the user is signed in.",
  params: byId,
  query: z.strictObject(page),
  result: openSessionView,
  async run(context, call, { id, ...asked }) {
    found(await store.findUser(context.db, call.companyId, id), notFound("user"))
    const ownId = call.actor.kind === "admin_user" ? (call.actor.sessionId ?? null) : null
    return pageById(
      asked,
      (span) => listOpenSessions(context.db, call.companyId, id, { ...span, now: call.now }),
      (session) => showSession(session, ownId),
    )
  },
})

export const endUserSessions = operation({
  ...common,
  name: "end_user_sessions",
  summary: "End a user's sessions",
  description: "All of them: the user signs in again.",
  params: byId,
  result: sessionsEnded,
  async run(context, call, { id }) {
    return writeAccess(context, call, "end_user_sessions", async (tx) => {
      found(await store.findUser(tx, call.companyId, id), notFound("user"))
      const ended = await endSessions(tx, call.companyId, id)
      return { result: { ended }, targetId: id, fields: [] }
    })
  },
})
