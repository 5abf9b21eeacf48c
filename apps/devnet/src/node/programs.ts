import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import { packageRoot } from './packageRoot.js'

/** A program that was bundled into its own folder. */
export type BundledProgram = { readonly folder: string; readonly file: string }

export type BundleProgramOptions = {
  /** Programs of the app by the name of their file. Default: `{ main: 'src/main.ts' }`. */
  readonly entries?: Readonly<Record<string, string>> | undefined
  /** Steps that are appended to the schema of the app, as its next releases will. Default: none. */
  readonly next?: readonly object[] | undefined
}

/**
 * Bundles the current sources of an app for Node, with lazy imports in separate files. The folder lies inside the app; `file` is
 * the first entry.
 */
export async function bundleProgram(
  app: 'gateway' | 'relay' | 'vault',
  { entries = { main: 'src/main.ts' }, next = [] }: BundleProgramOptions = {},
): Promise<BundledProgram> {
  const root = join(packageRoot(), '../..')
  // inside the app, so that its dependencies resolve; below node_modules, so that nothing else looks there
  const cache = join(root, 'apps', app, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'run-'))
  const list = Object.entries(entries)
  await build({
    entryPoints: Object.fromEntries(list.map(([name, path]) => [name, join(root, 'apps', app, path)])),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    external: ['pg', 'ws'],
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // CommonJS modules require parts of Node
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'silent',
    plugins: [
      {
        name: 'sources',
        setup: ({ onResolve, onLoad }) => {
          onResolve({ filter: /^@latchkey\// }, ({ path }) => {
            const [, name = '', entry = 'index'] = path.split('/')
            return { path: join(root, 'packages', name, 'src/exports', `${entry}.ts`) }
          })
          onLoad({ filter: /\/database\/migrations\.ts$/ }, async ({ path }) => ({
            contents: `${await readFile(path, 'utf8')}\n;(migrations as unknown[]).push(...${JSON.stringify(next)})`,
            loader: 'ts',
          }))
        },
      },
    ],
  })
  return { folder, file: join(folder, `${list[0]?.[0]}.mjs`) }
}

export type SpawnedProgram = {
  /** Empty for a command. */
  readonly url: string
  readonly metricsUrl: string | undefined
  readonly adminUrl: string | undefined
  readonly child: ChildProcess
  /** stdout so far. */
  readonly getOutput: () => string
  /** stderr so far. */
  readonly getWarnings: () => string
  readonly kill: (signal: NodeJS.Signals) => Promise<void>
  /** The exit code of a command. */
  readonly ended: Promise<number | null>
}

/** Runs a bundled program or one of its commands as a process, and waits for its first line or its end. */
export async function spawnProgram(
  file: string,
  env: Readonly<Record<string, string>>,
  command: readonly string[] = [],
): Promise<SpawnedProgram> {
  const child = spawn(process.execPath, [file, ...command], {
    env: { PATH: process.env['PATH'], PORT: '0', DRAIN_SECONDS: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [output, warnings] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    warnings += chunk
  })
  const first = once(createInterface(child.stdout), 'line') as Promise<[string]>
  const closed = once(child, 'close').then(([code]) => code as number | null)
  const ended = closed.then((): [string] => {
    if (command.length > 0) return ['']
    throw new Error(`The program ended at start: ${warnings}`)
  })
  const [line] = await Promise.race([first, ended])
  ended.catch(() => undefined) // it is stopped later
  const {
    url = '',
    metricsUrl,
    adminUrl,
  } = (command.length > 0 ? {} : JSON.parse(line)) as Partial<
    Readonly<Record<'url' | 'metricsUrl' | 'adminUrl', string>>
  >
  return {
    url,
    metricsUrl,
    adminUrl,
    child,
    ended: closed,
    getOutput: () => output,
    getWarnings: () => warnings,
    kill: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
    },
  }
}
