import "./node-version.js"

const { checks } = await import("./checks.js")
const { prepare } = await import("./setup.js")

const node = prepare()
const failed = (await checks(node)).filter(({ passed }) => !passed)
process.exit(failed.length === 0 ? 0 : 1)
