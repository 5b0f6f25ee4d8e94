import "./node-version.js"

const { becomeService, prepareToServe } = await import("./setup.js")

becomeService(prepareToServe(), process.argv.slice(2), { restarts: true })
