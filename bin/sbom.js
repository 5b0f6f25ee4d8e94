import { readFileSync } from "node:fs"
import { join } from "node:path"

/**
 * The packages that the service runs with, as the lockfile names them, in CycloneDX 1.6. The same lockfile gives the same text.
 * Tools that build and test are left out: production holds none of them.
 */
export function sbomText(root) {
  const { name, version, packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"))
  const components = Object.entries(packages)
    .filter(([path, entry]) => path !== "" && !entry.dev)
    .map(([path, entry]) => componentOf(path.slice(path.lastIndexOf("node_modules/") + 13), entry))
  const sbom = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        type: "application",
        name,
        version,
        "bom-ref": `pkg:npm/${name}@${version}`,
        ...licensed(packages[""]),
      },
    },
    components: unique(components),
  }
  return `${JSON.stringify(sbom, null, 2)}\n`
}

function componentOf(name, entry) {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${entry.version}`
  return {
    type: "library",
    "bom-ref": purl,
    name,
    version: entry.version,
    purl,
    scope: entry.optional ? "optional" : "required",
    ...licensed(entry),
    hashes: [{ alg: "SHA-512", content: Buffer.from(entry.integrity.slice(7), "base64").toString("hex") }],
  }
}

const licensed = ({ license }) => (license ? { licenses: [{ expression: license }] } : {})

/** One entry for a package that lies in several places. */
const unique = (components) => [...new Map(components.map((each) => [each.purl, each])).values()]
