/**
 * SQL of a column's SHA-256 in hexadecimal, as `createHash("sha256").update(text)` gives it. By functions alone that Citus takes
 * in an UPDATE: `convert_to` is none of them. A backslash would escape what follows it.
 */
export const textHash = (column: string) => `encode(sha256(replace(${column}, '\\', '\\\\')::bytea), 'hex')`
