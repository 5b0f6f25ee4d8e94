import { buildPages } from "../../bin/pages.js"
import { root } from "../../bin/setup.js"

/** The booking host serves the built pages: builds them once a run, when their sources are newer. */
export default function build() {
  buildPages(root, process.execPath)
}
