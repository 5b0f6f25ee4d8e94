import { showUser, userInput, userView } from "../../model/user.ts"
import { insertUser } from "../../store/users.ts"
import { adminOnly, operation } from "../operation.ts"
import { claimEmail } from "../shared/access.ts"
import { hashPassword } from "../sign-in/passwords.ts"
import { write } from "../write.ts"

export const createUser = operation({
  name: "create_user",
  summary: "Create a user",
  description: "An email belongs to one user of the host: 409 `email_taken` otherwise.",
  noun: "Users",
  roles: adminOnly,
  body: userInput,
  result: userView,
  status: 201,
  async run(context, call, { password, ...input }) {
    const passwordHash = await hashPassword(context.random, password)
    return write(context, call, "create_user", async (tx) => {
      const user = await insertUser(tx, call.companyId, input, passwordHash, call.now)
      await claimEmail(tx, call.companyId, user.email, user.id)
      return { result: showUser(user), targetId: user.id, fields: [...Object.keys(input), "password"] }
    })
  },
})
