import { join, relative } from "node:path"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { formInputs } from "./bin/form-inputs.js"
import { messageFiles } from "./bin/messages/vite.js"
import { filesOf } from "./bin/test-files.js"

/**
 * How long a test waits for what must come: so long that only what never comes is missed, on a busy machine too. A
 * condition that holds is seen at once.
 */
const patience = { poll: { timeout: 45_000 } }

/** The examples import the package by its name. */
const alias = { "@appointed/sdk": join(import.meta.dirname, "sdk/src/index.ts") }

/** Files of these folders take long for their size: they start processes, or try many times. */
const longFolders = ["service/host/cli/", "test/fuzz/", "test/races/", "service/host/demo/", "test/kills/"]

/**
 * Long files first, so that none of them runs alone at the end. In a clean clone, where no run has left its times yet, vitest
 * would go by the sizes of the files alone.
 */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) =>
      longFolders.some((folder) => relative(import.meta.dirname, moduleId).startsWith(folder))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/**
 * Five kinds of tests; `bin/test.js` runs the first four in this order, the last of them after a whole run of the others, and
 * those of the host when what they are about has changed.
 */
export default defineConfig({
  test: {
    reporters: ["default"],
    // On demand: `npm run coverage`.
    coverage: {
      provider: "v8",
      include: ["{domain,service,console,pages,ui}/**/*.{ts,tsx}"],
      exclude: ["**/*.test.ts"],
      reporter: ["text-summary", "html"],
    },
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        plugins: [messageFiles, formInputs],
        oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
        test: {
          name: "pure",
          // A test reads the pages' colours out of their style sheet.
          css: true,
          include: filesOf("pure"),
          expect: patience,
          // Pure tests leave nothing behind, so files may share a process and load the code once.
          isolate: false,
          maxWorkers: 3,
          testTimeout: 240_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "database",
          include: filesOf("database"),
          isolate: false,
          globalSetup: ["test/support/build-pages.js", "test/support/global-setup.ts"],
          maxWorkers: 3,
          expect: patience,
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "browser",
          include: filesOf("browser"),
          isolate: false,
          globalSetup: ["test/support/build-pages.js", "test/support/global-setup.ts"],
          maxWorkers: 3,
          expect: patience,
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
      { test: { name: "after", include: filesOf("after") } },
      {
        resolve: { alias },
        test: {
          name: "host",
          include: filesOf("host"),
          isolate: false,
          globalSetup: ["test/support/build-pages.js", "test/support/global-setup.ts"],
          maxWorkers: 3,
          expect: patience,
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
