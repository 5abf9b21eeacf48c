import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Installed = { readonly name: string; readonly version: string; readonly size: number }

/** Lists the packages in an app's `node_modules/.pnpm`, each version once, with their size in bytes. */
export function listInstalled(appFolder: string): readonly Installed[] {
  const store = join(appFolder, 'node_modules/.pnpm')
  const found = new Map<string, Installed>()
  for (const key of readdirSync(store)) {
    const folder = join(store, key, 'node_modules')
    if (!existsSync(folder)) continue
    for (const path of listPackageFolders(folder)) {
      const { name, version } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Installed
      found.set(`${name}@${version}`, { name, version, size: weigh(path) })
    }
  }
  return [...found.values()].sort((a, b) => b.size - a.size)
}

/** Includes real folders only: links lead to neighboring packages. */
function listPackageFolders(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== '.bin')
    .flatMap(({ name }) => (name.startsWith('@') ? listPackageFolders(join(folder, name)) : [join(folder, name)]))
}

function weigh(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + lstatSync(join(parentPath, name)).size, 0)
}
