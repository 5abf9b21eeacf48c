import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { build } from 'esbuild'
import { packageRoot } from '../packageRoot.js'

export type RunSourceOptions = {
  /** TypeScript to run, with imports relative to `src`. */
  readonly code: string
  readonly args?: readonly string[] | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  /** In a process group of its own, so that a signal to its group ends no other process. */
  readonly isAlone?: boolean | undefined
}

/** Runs our sources in a Node process of their own, for tests of what happens when a process ends. */
export async function runSource(options: RunSourceOptions): Promise<ChildProcessByStdio<Writable, Readable, Readable>> {
  const root = packageRoot()
  // inside the package, so that its dependencies resolve; below node_modules, so that nothing else looks there
  const cache = join(root, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'run-'))
  const outfile = join(folder, 'index.mjs')
  await build({
    stdin: { contents: options.code, resolveDir: join(root, 'src'), loader: 'ts' },
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  })
  const child = spawn(process.execPath, [outfile, ...(options.args ?? [])], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env },
    detached: options.isAlone === true,
  })
  child.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return child
}
