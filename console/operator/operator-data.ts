/** The operator's page asks the service below `/console/operator`, by the cookie that the link began. */
import type { Invited, Operated } from "../../domain/model/operator.ts"
import { sendSignIn } from "../api/client.ts"
import { queries } from "../api/queries.ts"

export type OperatedCompany = Operated["companies"][number]
export type { Invited, Operated }

export interface Admin {
  name: string
  email: string
}

export interface NewCompany {
  name: string
  timezone: string
  slug: string | null
  admin: Admin
}

const base = "/operator"

/** @param beforeId of the page before; null for the newest */
export const operated = (beforeId: number | null) => ({
  queryKey: ["operator", beforeId] as const,
  queryFn: () =>
    sendSignIn<Operated>("GET", `${base}/companies${beforeId === null ? "" : `?before_id=${beforeId}`}`),
})

export const openPage = (token: string) => sendSignIn("POST", `${base}/session`, { token })
export const leavePage = () => sendSignIn("DELETE", `${base}/session`)
export const makeCompany = (company: NewCompany) => sendSignIn<Invited>("POST", `${base}/companies`, company)
export const inviteAdmin = (companyId: number, admin: Admin) =>
  sendSignIn<Invited>("POST", `${base}/companies/${companyId}/invitations`, admin)

export const readOperatedAgain = (): Promise<void> => queries.invalidateQueries({ queryKey: ["operator"] })
