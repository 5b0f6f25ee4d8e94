import { buildPages } from "../../bin/pages.js"
import { root } from "../../bin/setup.js"

/** Builds the pages once per test run, when their sources are newer: the customer host serves the built ones. */
export default function build() {
  buildPages(root, process.execPath)
}
