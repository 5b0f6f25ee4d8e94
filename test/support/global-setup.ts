import type { TestProject } from "vitest/node"
import { startTestCluster } from "./test-cluster.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** The URL of the run's own PostgreSQL; `template` is the migrated database to clone. */
    clusterUrl: string
    templateName: string
  }
}

/** Starts one PostgreSQL for the run, with one migrated database that every test file gets a copy of. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster()
  project.provide("clusterUrl", cluster.url)
  project.provide("templateName", cluster.templateName)
  return cluster.stop
}
