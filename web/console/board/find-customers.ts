/** Customers by what is typed: a number, an email, or the id that the company's own system has for them. */
import { api, type Row } from "../api/client.ts"

export type Customer = Row<"listCustomers">

export async function findCustomers(text: string): Promise<readonly Customer[]> {
  const typed = text.trim()
  const digits = typed.replace(/\D/g, "")
  const phone = typed.startsWith("+") ? `+${digits}` : `+1${digits.slice(-10)}`
  const searches = [
    ...(digits.length >= 10 ? [{ phone }] : []),
    ...(typed.includes("@") && typed.includes(".") ? [{ email: typed }] : []),
    ...(typed === "" ? [] : [{ external_ref: typed }]),
  ]
  const found = await Promise.all(
    searches.map((by) => api.listCustomers({ ...by, limit: 8 }).catch(() => null)),
  )
  const rows = found.flatMap((page) => page?.data ?? [])
  return rows.filter(({ id }, at) => rows.findIndex((row) => row.id === id) === at)
}
