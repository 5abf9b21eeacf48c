import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const isSource = (name: string): boolean => /\.[cm]?[jt]sx?$/.test(name) && !/\.d\.[cm]?ts$/.test(name)
/** Folders of tools and of what they make. */
const isSkipped = (name: string): boolean => /^(node_modules|dist|build|out|coverage|\..+)$/.test(name)

/** The sources at and below the given paths; no links are followed. Sorted, each once. */
export function listSources(paths: readonly string[]): readonly string[] {
  const found = paths.flatMap((path) => (statSync(path).isDirectory() ? listFolder(path) : [path]))
  return [...new Set(found)].sort()
}

function listFolder(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return isSkipped(entry.name) ? [] : listFolder(join(folder, entry.name))
    return entry.isFile() && isSource(entry.name) ? [join(folder, entry.name)] : []
  })
}
