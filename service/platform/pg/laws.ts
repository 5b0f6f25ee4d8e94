/** The laws that only the database can keep, by the names of their constraints: which refusal a broken one becomes. */
import { Refusal } from "../../../domain/model/errors.ts"

interface PgError {
  code: string
  message: string
  constraint?: string
  routine?: string
}

const refusalOfConstraint: Record<string, () => Refusal> = {
  idempotency_pkey: () => new Refusal("idempotency_key_running", { retryAfterSeconds: 1 }),
  no_overlap: () => new Refusal("slot_taken"),
  never_oversold: () => new Refusal("slot_taken"),
  one_open_request_per_type: () => new Refusal("open_request_exists"),
  one_live_appointment_per_request: () => new Refusal("request_not_open"),
  customer_external_ref: () => new Refusal("external_ref_taken", { field: "external_ref" }),
  contact_phone_identifies_one: () => new Refusal("phone_taken", { field: "phone" }),
  contact_once_per_customer: () => new Refusal("phone_taken", { field: "phone" }),
  // Another run has just made it.
  appointment_import_key: () => new Refusal("busy"),
  contact_one_primary: () => new Refusal("busy"),
  // The same visitor, or visitors of one network, hold two times at once.
  hold_by_holder: () => busy(),
  hold_of_network: () => busy(),
  hold_of_visitor: () => busy(),
  // The same customer joins twice, or is offered two times, at once.
  waiting_once: () => busy(),
  one_open_offer_per_customer: () => new Refusal("offer_open"),
  webhook_endpoint_slot: () => new Refusal("too_many_endpoints"),
  one_running_outreach_per_request: () => new Refusal("outreach_running"),
  user_email_once: () => new Refusal("email_taken", { field: "email" }),
  channel_once_per_kind: () => new Refusal("channel_taken", { field: "phone" }),
}

const busy = () => new Refusal("busy", { retryAfterSeconds: 1 })
const notSaved = () => new Refusal("not_saved", { retryAfterSeconds: 30 })

const refusalOfCode: Record<string, () => Refusal> = {
  "25006": notSaved, // read_only_sql_transaction: a standby
  "40P01": () => new Refusal("slot_taken"), // deadlock: two bookings met, this one gave way
  "55P03": busy, // lock_timeout
  "57014": busy, // statement_timeout
  "57P01": busy, // the server is going down
  "57P02": busy, // the server crashed
  "57P03": busy, // the server is starting
  "58030": notSaved, // io_error
  "53100": notSaved, // disk_full
  "53200": busy, // out_of_memory
  "53300": busy, // too_many_connections
  "53400": busy, // configuration_limit_exceeded: a temporary file grew too large
  EAI_AGAIN: busy,
  ECONNREFUSED: busy,
  ECONNRESET: busy,
  EHOSTUNREACH: busy,
  ENETUNREACH: busy,
  ENOENT: busy, // no socket: the server is not there
  ENOTFOUND: busy,
  EPIPE: busy,
  ETIMEDOUT: busy,
}

/** sqlclient_unable_to_establish_sqlconnection, connection_does_not_exist, connection_failure; the server itself answers them */
const machineAway = new Set(["08001", "08003", "08006"])

/** The driver's errors without a code: a connection was lost, or none was free in time. */
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Another machine of a distributed database was lost in its COMMIT: whether it has committed is not known. */
const lostInCommit = /^could not commit transaction for shard/

/** A distributed table appends the number of its shard, such as `idempotency_pkey_102008`. */
const lawNamed = (constraint: string) => refusalOfConstraint[constraint.replace(/_\d+$/, "")]

/**
 * The law that was broken. What another machine of a distributed database refused comes without the constraint's own field:
 * then it is the one that the message names.
 */
function brokenLaw({ code, constraint, message }: PgError): (() => Refusal) | undefined {
  if (constraint !== undefined) return lawNamed(constraint)
  if (!code.startsWith(integrityViolation)) return undefined
  const named = message.match(/\w+/g)?.find((word) => lawNamed(word))
  return named === undefined ? undefined : lawNamed(named)
}

/** The class of the codes of broken constraints. */
const integrityViolation = "23"

function isPgError(error: unknown): error is PgError {
  return error instanceof Error && typeof (error as { code?: unknown }).code === "string"
}

/** The refusal that an error is, or that an error of the database stands for; null makes the error a bug. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  if (error instanceof Error && (lostConnection.test(error.message) || lostInCommit.test(error.message)))
    return busy()
  if (!isPgError(error)) return null
  if (machineAway.has(error.code)) return busy()
  return (brokenLaw(error) ?? refusalOfCode[error.code])?.() ?? null
}

/** Another machine of a distributed database is away, and with it the rows of its companies. */
export const isMachineAway = (error: unknown): boolean => isPgError(error) && machineAway.has(error.code)

/** A row refers to one that is gone, or a row that is to go is still referred to. */
export const missesReference = (error: unknown): boolean => isPgError(error) && error.code === "23503"

/** An insert found no partition for its day. */
export function missesPartition(error: unknown): boolean {
  if (!isPgError(error) || error.code !== "23514") return false
  // A distributed database passes on what another machine said, and not which of its routines.
  return error.routine === "ExecFindPartition" || error.message.startsWith("no partition of relation")
}
