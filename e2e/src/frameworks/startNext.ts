import { appendFile, cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Workshop } from '../packed/packedTest.js'
import { startServer } from '../packed/startServer.js'
import { succeed } from '../packed/succeed.js'
import { exampleRpcUrl, toExampleFolder } from './examples.js'
import type { RunningExample } from './serveFramework.js'

/** Installs the Next example outside the repository, with the packages as a release packs them. Returns its folder. */
export async function installNext({ folder, pack }: Workshop): Promise<string> {
  const app = join(folder, 'next')
  await cp(toExampleFolder('next'), app, { recursive: true, filter: (path) => !/node_modules|\.next$/.test(path) })
  const manifest = JSON.parse(await readFile(join(app, 'package.json'), 'utf8'))
  const tarballs = await Promise.all(['core', 'ui-react', 'adapter-evm'].map(pack))
  const ours = Object.fromEntries(tarballs.map(({ name, file }) => [name, `file:${file}`]))
  const dependencies = { ...manifest.dependencies, ...ours, viem: '2.57.20' }
  const pnpm = { ...manifest.pnpm, overrides: { ...ours, viem: '2.57.20' } }
  await writeFile(join(app, 'package.json'), JSON.stringify({ ...manifest, dependencies, pnpm }))
  await succeed('pnpm', ['install', '--prefer-offline', '--ignore-workspace', '--config.minimumReleaseAge=0'], app)
  await writeFile(join(app, '.env'), `NEXT_PUBLIC_RPC_URL=${exampleRpcUrl}\n`)
  return app
}

export type NextOptions = {
  /** The folder that has the dependencies of the app. Default: the app's own. */
  readonly modules?: string
  /** Further arguments of `next build`. */
  readonly buildArgs?: readonly string[]
}

/** Builds and serves a Next app whose dependencies are installed. */
export async function startNext(
  app: string,
  { modules = app, buildArgs = [] }: NextOptions = {},
): Promise<RunningExample> {
  const next = join(modules, 'node_modules/next/dist/bin/next')
  await appendFile(join(app, '.env'), 'NEXT_TELEMETRY_DISABLED=1\n')
  await succeed(process.execPath, [next, 'build', ...buildArgs], app)
  const server = await startServer({ folder: app, args: (port) => [next, 'start', '-p', String(port)] })
  return { ...server, origins: [server.url] }
}
