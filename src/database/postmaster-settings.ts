import type { ClusterSite } from "./cluster-site.ts"

/**
 * For a service that shares a small machine; a large one runs a server of its own and sets DATABASE_URL. Settings that a
 * session may choose are not here: each session of the service sets them, on any server (store/pg/database.ts).
 */
const ALWAYS: Record<string, string> = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  max_connections: "100",
  shared_buffers: "128MB",
  effective_cache_size: "512MB",
  maintenance_work_mem: "64MB",
  timezone: "UTC",
  log_timezone: "UTC",
  shared_preload_libraries: "pg_stat_statements",
  client_connection_check_interval: "5s",
}

/** Statements and the details of their errors hold personal data, so the server's log leaves both out. */
const QUIET_LOG: Record<string, string> = {
  log_error_verbosity: "terse",
  log_min_error_statement: "panic",
  log_parameter_max_length_on_error: "0",
  log_checkpoints: "off",
}

const WITHOUT_DURABILITY: Record<string, string> = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  max_wal_size: "4GB",
}

/** The command line of PostgreSQL for this site, without the program itself. */
export function postmasterArguments(site: ClusterSite): string[] {
  const settings = {
    ...ALWAYS,
    ...QUIET_LOG,
    ...(site.durability === "none" ? WITHOUT_DURABILITY : {}),
    cluster_name: `appointed-${site.binaries.version}`,
    unix_socket_directories: site.socketDirectory,
  }
  return [
    "-D",
    site.dataDirectory,
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ]
}
