import { join, relative } from "node:path"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { formInputs } from "./bin/form-inputs.js"
import { messageFiles } from "./bin/messages/vite.js"
import folders from "./test/projects.json" with { type: "json" }

const testsOf = (names: readonly string[]) => names.map((name) => `test/${name}/**/*.test.ts`)

/**
 * How long a test waits for what must come: so long that only what never comes is missed, on a busy machine too. A
 * condition that holds is seen at once.
 */
const patience = { poll: { timeout: 45_000 } }

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

/** Four kinds of tests; `bin/test.js` runs them in this order, the last one after a whole run of the others. */
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
          include: testsOf(folders.pure),
          // Pure tests leave nothing behind, so files may share a process and load the code once.
          isolate: false,
          maxWorkers: 3,
          testTimeout: 240_000,
        },
      },
      {
        // The examples import the package by its name.
        resolve: { alias: { "@appointed/sdk": join(import.meta.dirname, "sdk/src/index.ts") } },
        test: {
          name: "database",
          include: ["test/**/*.test.ts", "service/**/*.test.ts"],
          exclude: testsOf([...folders.pure, ...folders.browser, ...folders.after]),
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
          include: testsOf(folders.browser),
          isolate: false,
          globalSetup: ["test/support/build-pages.js", "test/support/global-setup.ts"],
          maxWorkers: 3,
          expect: patience,
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
      { test: { name: "after", include: testsOf(folders.after) } },
    ],
  },
})
