/** The versions of what people set: which state of a record was read before it is changed. */
import type { Tx } from "./pg/database.ts"

const statements = {
  company:
    "UPDATE company SET version = version + 1 WHERE company_id = $1 AND company_id = $2 RETURNING version",
  location: "UPDATE location SET version = version + 1 WHERE company_id = $1 AND id = $2 RETURNING version",
  appointment_type:
    "UPDATE appointment_type SET version = version + 1 WHERE company_id = $1 AND id = $2 RETURNING version",
  // Its own `version` is the lock, which every booking raises.
  provider:
    "UPDATE provider SET settings_version = settings_version + 1 WHERE company_id = $1 AND id = $2 RETURNING settings_version AS version",
  hours:
    "UPDATE provider SET hours_version = hours_version + 1 WHERE company_id = $1 AND id = $2 RETURNING hours_version AS version",
  // Its lock is the version of its resource, which every booking raises.
  resource:
    "UPDATE resource_detail SET settings_version = settings_version + 1 WHERE company_id = $1 AND id = $2 RETURNING settings_version AS version",
  customer: "UPDATE customer SET version = version + 1 WHERE company_id = $1 AND id = $2 RETURNING version",
  contact: "UPDATE contact SET version = version + 1 WHERE company_id = $1 AND id = $2 RETURNING version",
  user: "UPDATE app_user SET version = version + 1 WHERE company_id = $1 AND id = $2 RETURNING version",
  outreach_plan:
    "UPDATE outreach_plan SET version = version + 1 WHERE company_id = $1 AND id = $2 RETURNING version",
  waiting_entry:
    "UPDATE waiting_entry SET version = version + 1 WHERE company_id = $1 AND id = $2 RETURNING version",
  webhook_endpoint:
    "UPDATE webhook_endpoint SET version = version + 1 WHERE company_id = $1 AND id = $2 RETURNING version",
  notes:
    "UPDATE appointment SET notes_version = notes_version + 1 WHERE company_id = $1 AND id = $2 RETURNING notes_version AS version",
}

/** The records with a version of their own. The hours are a provider's and the notes an appointment's, under that record's id. */
export type Versioned = keyof typeof statements

/** Raises the version, and with it locks the row. The version that now holds. */
export async function raiseVersion(tx: Tx, what: Versioned, companyId: number, id: number): Promise<number> {
  const [row] = await tx.query<{ version: number }>(statements[what], [companyId, id])
  return row!.version
}
