import "./node-version.js"

const { isWithoutTools } = await import("./install.js")
const { become, becomeService, isProduction, mainArguments, prepare, prepareToServe, root } = await import(
  "./setup.js"
)

const args = process.argv.slice(2)
if (args[0] === "serve") {
  // One of several processes, each of which the operator's own supervisor starts again.
  becomeService(prepareToServe(), args.slice(1), { restarts: false })
} else {
  become(prepare({ withTools: !isProduction() && !isWithoutTools(root) }), mainArguments(...args))
}
