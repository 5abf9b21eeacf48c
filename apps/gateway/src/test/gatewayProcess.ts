import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'

const root = new URL('../../../..', import.meta.url).pathname

/** Bundles the current sources of the gateway to one file for Node, in a folder of its own. */
export async function bundleGateway(): Promise<{ readonly folder: string; readonly file: string }> {
  // inside the app, so that its dependencies resolve; below node_modules, so that nothing else looks there
  const cache = join(root, 'apps/gateway/node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'run-'))
  const file = join(folder, 'main.mjs')
  await build({
    entryPoints: [join(root, 'apps/gateway/src/main.ts')],
    outfile: file,
    bundle: true,
    external: ['pg'],
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // CommonJS modules require parts of Node
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'silent',
    plugins: [
      {
        name: 'sources',
        setup: ({ onResolve }) => {
          onResolve({ filter: /^@latchkey\// }, ({ path }) => {
            const [, name = '', entry = 'index'] = path.split('/')
            return { path: join(root, 'packages', name, 'src/exports', `${entry}.ts`) }
          })
        },
      },
    ],
  })
  return { folder, file }
}

export type SpawnedGateway = {
  /** Empty for a command. */
  readonly url: string
  readonly metricsUrl: string | undefined
  readonly child: ChildProcess
  /** stderr so far. */
  readonly getWarnings: () => string
  readonly kill: (signal: NodeJS.Signals) => Promise<void>
  /** The exit code of a command. */
  readonly ended: Promise<number | null>
}

/** Runs a bundled gateway or one of its commands as a process, and waits for its first line or its end. */
export async function spawnGateway(
  file: string,
  env: Readonly<Record<string, string>>,
  command: readonly string[] = [],
): Promise<SpawnedGateway> {
  const child = spawn(process.execPath, [file, ...command], {
    env: { PATH: process.env['PATH'], PORT: '0', DRAIN_SECONDS: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let warnings = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    warnings += chunk
  })
  const first = once(createInterface(child.stdout), 'line') as Promise<[string]>
  const closed = once(child, 'close').then(([code]) => code as number | null)
  const ended = closed.then((): [string] => {
    if (command.length > 0) return ['{"url":""}']
    throw new Error(`The gateway ended at start: ${warnings}`)
  })
  const [line] = await Promise.race([first, ended])
  ended.catch(() => undefined) // it is stopped later
  const { url = '', metricsUrl } = JSON.parse(line) as { readonly url?: string; readonly metricsUrl?: string }
  return {
    url,
    metricsUrl,
    child,
    ended: closed,
    getWarnings: () => warnings,
    kill: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
    },
  }
}
