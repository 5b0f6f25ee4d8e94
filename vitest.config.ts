import { defineConfig } from "vitest/config"

/** Three kinds of tests; `bin/test.js` runs them in this order. */
export default defineConfig({
  test: {
    reporters: ["default"],
    projects: [
      {
        test: {
          name: "pure",
          include: ["test/{time,model,rules,web}/**/*.test.ts"],
        },
      },
      {
        test: {
          name: "database",
          include: ["test/**/*.test.ts"],
          exclude: ["test/{time,model,rules,web,browser}/**"],
          globalSetup: ["test/support/build-pages.js", "test/support/global-setup.ts"],
          maxWorkers: 2,
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          globalSetup: ["test/support/build-pages.js", "test/support/global-setup.ts"],
          maxWorkers: 1,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
