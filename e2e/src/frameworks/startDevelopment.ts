import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createServer } from 'vite'
import { toExampleFolder, type ViteExample } from './examples.js'
import type { RunningExample } from './serveFramework.js'

export type Development = RunningExample & {
  /** Edits a file below `src`, as a developer does. */
  edit(file: string, change: (text: string) => string): Promise<void>
}

/**
 * Serves a copy of an example in development mode: unbuilt, with hot updates on each save. `packages` are the packages
 * of this repository that it imports.
 */
export async function startDevelopment(name: ViteExample, packages: readonly string[]): Promise<Development> {
  const folder = new URL(`../../../.reports/development-${name}`, import.meta.url).pathname
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const part of ['src', 'index.html', 'vite.config.ts', 'package.json', 'tsconfig.json'])
    await cp(join(toExampleFolder(name), part), join(folder, part), { recursive: true })
  await symlink(join(toExampleFolder(name), 'node_modules'), join(folder, 'node_modules'))
  const { NODE_ENV: before } = process.env
  // a build in this process has set its own, with which plugins disable hot updates
  process.env['NODE_ENV'] = 'development'
  const server = await createServer({
    root: folder,
    logLevel: 'error',
    cacheDir: join(folder, '.vite'),
    // like any package that is installed, not linked
    optimizeDeps: { include: [...packages] },
    server: { host: 'localhost', port: 4400 },
  })
  await server.listen()
  const url = server.resolvedUrls?.local[0] ?? ''
  return {
    url,
    origins: [url],
    async edit(file, change) {
      const path = join(folder, 'src', file)
      const text = await readFile(path, 'utf8')
      const changed = change(text)
      if (changed === text) throw new Error(`Nothing to change in ${file}.`)
      await writeFile(path, changed)
    },
    async stop() {
      await server.close()
      if (before === undefined) delete process.env['NODE_ENV']
      else process.env['NODE_ENV'] = before
      await rm(folder, { recursive: true, force: true })
    },
  }
}
