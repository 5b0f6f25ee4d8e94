/** The log: JSON lines, and only the fields on the allow-list of `LogFields`. */
import pino from "pino"
import type { Log, LogFields } from "../../platform/ports.ts"

const allowed = [
  "request_id",
  "route",
  "method",
  "status",
  "duration_ms",
  "company_id",
  "operation",
  "code",
  "job",
  "count",
  "base_url",
  "book_url",
  "signal",
] as const satisfies readonly (keyof LogFields)[]

// A log that can't name every field would lose it silently; this fails to compile instead.
type Forgotten = Exclude<keyof LogFields, (typeof allowed)[number]>
const nothingForgotten: Forgotten extends never ? true : never = true

function allowedOnly(fields: LogFields): LogFields {
  const kept: Record<string, unknown> = {}
  for (const field of allowed) if (fields[field] !== undefined) kept[field] = fields[field]
  return nothingForgotten && kept
}

/** Messages of errors may quote a row; their names, codes and stacks' frames may not. */
function safeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error }
  const { code, constraint, routine } = error as { code?: string; constraint?: string; routine?: string }
  const fromDatabase = typeof code === "string" && /^[0-9A-Z]{5}$/.test(code)
  const frames = (error.stack ?? "").split("\n").filter((line) => line.trimStart().startsWith("at "))
  return {
    name: error.name,
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(routine === undefined ? {} : { routine }),
    ...(fromDatabase ? {} : { message: error.message }),
    stack: frames.slice(0, 12).join("\n"),
  }
}

export interface LogOptions {
  level: string
  /** The destination of lines; standard error when left out, since standard output belongs to commands' answers. */
  destination?: pino.DestinationStream
}

export function createLog(options: LogOptions): Log {
  const logger = pino(
    { level: options.level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    options.destination ?? pino.destination({ fd: 2, sync: false }),
  )
  return {
    info: (fields, message) => logger.info(allowedOnly(fields), message),
    warn: (fields, message) => logger.warn(allowedOnly(fields), message),
    error: ({ err, ...fields }, message) =>
      logger.error(
        { ...allowedOnly(fields), ...(err === undefined ? {} : { err: safeError(err) }) },
        message,
      ),
  }
}
