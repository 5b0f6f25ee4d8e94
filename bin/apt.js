import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"

/** True where a Debian package can be installed by one command, without a question. */
export const canInstall = () => process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")

/** Installs a Debian package. Writes only mistakes, and those to standard error. */
export function install(debianPackage) {
  const script = `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${debianPackage}`
  spawnSync("sh", ["-c", script], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  })
}
