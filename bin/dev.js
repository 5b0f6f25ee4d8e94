import "./node-version.js"

const { buildPages } = await import("./pages.js")
const { become, isProduction, nodeArguments, prepare, root } = await import("./setup.js")

if (isProduction()) {
  process.stderr.write("npm run dev is for development, and NODE_ENV is production. Use npm start.\n")
  process.exit(1)
}
const node = prepare()
// The first paint of the customers' pages, and what has no script to change it in place.
buildPages(root, node)
become(node, nodeArguments("bin/dev/run.js", ...process.argv.slice(2)))
