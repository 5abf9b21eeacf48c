import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Installed = { readonly name: string; readonly version: string; readonly size: number }

/**
 * Lists what npm or pnpm has installed below a folder: each version of a package once, with the bytes of its own files.
 */
export function listInstalled(folder: string): readonly Installed[] {
  const found = new Map<string, Installed>()
  const visit = (modules: string): void => {
    if (!existsSync(modules)) return
    // links lead to packages that are listed elsewhere
    for (const entry of readdirSync(modules, { withFileTypes: true })) {
      const path = join(modules, entry.name)
      if (!entry.isDirectory() || entry.name === '.bin') continue
      if (entry.name === '.pnpm') for (const key of readdirSync(path)) visit(join(path, key, 'node_modules'))
      else if (entry.name.startsWith('@')) visit(path)
      else if (existsSync(join(path, 'package.json'))) {
        const { name, version } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Installed
        found.set(`${name}@${version}`, { name, version, size: weigh(path) })
        visit(join(path, 'node_modules'))
      }
    }
  }
  visit(join(folder, 'node_modules'))
  return [...found.values()]
}

function weigh(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .reduce((sum, entry) => {
      const path = join(folder, entry.name)
      return sum + (entry.isDirectory() ? weigh(path) : lstatSync(path).size)
    }, 0)
}
