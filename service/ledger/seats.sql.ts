/** The records of a provider's seat: the visits that they make, the customers of these, and themselves. */
import { msPerDay } from "../../domain/time/units.ts"
import type { Db } from "../platform/pg/database.ts"

interface Asked {
  companyId: number
  providerId: number
  id: number
  now: number
}

/** Visits that were further back, or are further ahead, open no customer's record to a provider. */
const customerDays = 60

const seesIt: Record<"appointment" | "customer" | "provider", (db: Db, asked: Asked) => Promise<boolean>> = {
  appointment: (db, { companyId, providerId, id }) =>
    db.some(
      `SELECT 1 FROM appointment WHERE company_id = $1 AND id = $2 AND status <> 'pending'
         AND (provider_id = $3 OR $3 = ANY (crew))`,
      [companyId, id, providerId],
    ),
  customer: (db, { companyId, providerId, id, now }) =>
    db.some(
      `SELECT 1 FROM appointment WHERE company_id = $1 AND customer_id = $2 AND status IN ('scheduled', 'completed', 'no_show')
         AND (provider_id = $3 OR $3 = ANY (crew)) AND start_at BETWEEN $4 AND $5`,
      [
        companyId,
        id,
        providerId,
        new Date(now - customerDays * msPerDay),
        new Date(now + customerDays * msPerDay),
      ],
    ),
  provider: async (_, { providerId, id }) => id === providerId,
}

/** True where the record of that id is of the provider's seat. */
export const isOfSeat = (
  db: Db,
  what: "appointment" | "customer" | "provider",
  asked: Asked,
): Promise<boolean> => seesIt[what](db, asked)
