/** The second factor: a code by the time, asked for beside the password. */

import { notFound, Refusal } from "../../domain/model/errors.ts"
import { byId } from "../../domain/model/fields.ts"
import { associatedData } from "../../domain/model/sealing.ts"
import {
  factorBegun,
  factorConfirmation,
  factorRemoved,
  factorShown,
  passwordShown,
  recoveryCodesView,
} from "../../domain/model/sign-in.ts"
import { showUser, userView } from "../../domain/model/user.ts"
import { otpauthUrl, totpSecret } from "../../domain/rules/sign-in/totp.ts"
import { findCompany } from "../company/companies.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { adminOnly, type Call, found, operation, staff } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import { write, writeAccess } from "../platform/write.ts"
import { countOwnTry } from "./against-guessing.ts"
import { newRecoveryCodes, takeCode } from "./factor-codes.ts"
import { ownSession, refuseWrongPassword } from "./own-session.ts"
import * as store from "./second-factors.sql.ts"
import { endSessions } from "./user-sessions.sql.ts"
import { findUser } from "./users.sql.ts"

const common = {
  byHostTime: true,
  noun: "Second factor",
  roles: staff,
  seat: "own",
  forEnrolment: true,
} as const

const secretBytes = 20

export const beginSecondFactor = operation({
  ...common,
  name: "begin_second_factor",
  refusals: ["not_found", "second_factor_set", "wrong_password"],
  summary: "Begin to set up a second factor",
  description:
    "Answers a secret for an authenticator app. Nothing asks for its codes before one is confirmed. 409 " +
    "`second_factor_set` for a user who has one.",
  body: passwordShown,
  result: factorBegun,
  status: 201,
  secret: true,
  async run(context, call, { password }) {
    const { userId } = ownSession(call)
    await refuseWrongPassword(context, call, password, "password")
    const company = found(await findCompany(context.db, call.companyId), notFound("company"))
    const secret = totpSecret(context.random.bytes(secretBytes))
    const sealed = context.sealer.seal(secret, associatedData.secondFactor(call.companyId, userId))
    return write(context, call, "begin_second_factor", async (tx) => {
      const user = found(await findUser(tx, call.companyId, userId), notFound("user"))
      if (user.second_factor) throw new Refusal("second_factor_set")
      await store.beginSecondFactor(tx, call.companyId, userId, sealed)
      const otpauth_url = otpauthUrl(secret, { issuer: company.name, email: user.email })
      return { result: { secret, otpauth_url }, targetId: userId, fields: ["second_factor"] }
    })
  },
})

export const confirmSecondFactor = operation({
  ...common,
  name: "confirm_second_factor",
  refusals: ["not_found", "second_factor_not_set", "second_factor_set", "wrong_code"],
  summary: "Confirm the second factor by a first code",
  description: "From now on signing in asks for a code. Answers recovery codes, shown only now.",
  body: factorConfirmation,
  result: recoveryCodesView,
  secret: true,
  async run(context, call, { code }) {
    const { userId } = ownSession(call)
    const tries = await countOwnTry(context, userId, call.now)
    const answer = await writeAccess(context, call, "confirm_second_factor", async (tx) => {
      const factor = await store.lockSecondFactor(tx, call.companyId, userId)
      if (!factor) throw new Refusal("second_factor_not_set")
      if (factor.isConfirmed) throw new Refusal("second_factor_set")
      if (!(await takeCode(tx, context, call.companyId, userId, factor, code, call.now))) throw wrongCode()
      await store.confirmSecondFactor(tx, call.companyId, userId, call.now)
      const recovery_codes = await newRecoveryCodes(tx, context.random, call.companyId, userId)
      return { result: { recovery_codes }, targetId: userId, fields: ["second_factor"] }
    })
    await tries.giveBack()
    return answer
  },
})

export const renewRecoveryCodes = operation({
  ...common,
  name: "renew_recovery_codes",
  refusals: ["not_found", "second_factor_not_set", "wrong_code", "wrong_password"],
  summary: "Make new recovery codes",
  description: "The old ones end.",
  body: factorShown,
  result: recoveryCodesView,
  status: 201,
  secret: true,
  async run(context, call, { password, code }) {
    return withFactorShown(context, call, { password, code }, "renew_recovery_codes", async (tx, userId) => ({
      recovery_codes: await newRecoveryCodes(tx, context.random, call.companyId, userId),
    }))
  },
})

export const removeSecondFactor = operation({
  ...common,
  name: "remove_second_factor",
  refusals: ["not_found", "second_factor_not_set", "second_factor_required", "wrong_code", "wrong_password"],
  summary: "Remove your second factor",
  description: "409 `second_factor_required` where the company requires one.",
  body: factorShown,
  result: factorRemoved,
  async run(context, call, { password, code }) {
    const company = found(await findCompany(context.db, call.companyId), notFound("company"))
    if (company.require_second_factor) throw new Refusal("second_factor_required")
    return withFactorShown(context, call, { password, code }, "remove_second_factor", async (tx, userId) => {
      await store.removeSecondFactor(tx, call.companyId, userId)
      return { second_factor: false as const }
    })
  },
})

export const removeUsersSecondFactor = operation({
  byHostTime: true,
  noun: "Second factor",
  roles: adminOnly,
  name: "remove_users_second_factor",
  summary: "Remove a user's second factor",
  description: "For a user who has lost the device and the recovery codes. Ends the user's sessions.",
  params: byId,
  result: userView,
  async run(context, call, { id }) {
    return writeAccess(context, call, "remove_users_second_factor", async (tx) => {
      const user = found(await findUser(tx, call.companyId, id), notFound("user"))
      await store.removeSecondFactor(tx, call.companyId, id)
      await endSessions(tx, call.companyId, id)
      const result = showUser({ ...user, second_factor: false })
      return { result, targetId: id, fields: ["second_factor"] }
    })
  },
})

/** Runs `work` for a user who has shown the password and a code. */
async function withFactorShown<Result>(
  context: AppContext,
  call: Call,
  shown: { password: string; code: string },
  operationName: string,
  work: (tx: Tx, userId: number) => Promise<Result>,
): Promise<Result> {
  const { userId } = ownSession(call)
  await refuseWrongPassword(context, call, shown.password, "password")
  const tries = await countOwnTry(context, userId, call.now)
  const answer = await write(context, call, operationName, async (tx) => {
    const factor = await store.lockSecondFactor(tx, call.companyId, userId)
    if (!factor?.isConfirmed) throw new Refusal("second_factor_not_set")
    if (!(await takeCode(tx, context, call.companyId, userId, factor, shown.code, call.now)))
      throw wrongCode()
    return { result: await work(tx, userId), targetId: userId, fields: ["second_factor"] }
  })
  await tries.giveBack()
  return answer
}

const wrongCode = () => new Refusal("wrong_code", { field: "code" })
