import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createServer } from 'vite'
import { toExampleFolder, type ViteExample } from './examples.js'
import type { RunningExample } from './serveFramework.js'

export type Development = RunningExample & {
  /** Changes a file below `src`, as its developer does. */
  edit(file: string, change: (text: string) => string): Promise<void>
}

/**
 * Serves a copy of an example as a developer has it: unbuilt, each change in the page as soon as it is saved. `packages` are those of
 * ours that it imports.
 */
export async function startDevelopment(name: ViteExample, packages: readonly string[]): Promise<Development> {
  const folder = new URL(`../../../.reports/development-${name}`, import.meta.url).pathname
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const part of ['src', 'index.html', 'vite.config.ts', 'package.json', 'tsconfig.json'])
    await cp(join(toExampleFolder(name), part), join(folder, part), { recursive: true })
  await symlink(join(toExampleFolder(name), 'node_modules'), join(folder, 'node_modules'))
  const { NODE_ENV: before } = process.env
  // a build in this process has left its own, with which no plugin changes a page in place
  process.env['NODE_ENV'] = 'development'
  const server = await createServer({
    root: folder,
    logLevel: 'error',
    cacheDir: join(folder, '.vite'),
    // as of any package that is installed, and not linked
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
