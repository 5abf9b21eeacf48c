import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePort } from '@latchkey/devnet'
import type { Workshop } from '../packed/packedTest.js'
import { succeed } from '../packed/succeed.js'
import { exampleRpcUrl, toExampleFolder } from './examples.js'
import type { RunningExample } from './serveFramework.js'

/** Timeout until a built app responds, in milliseconds. */
const deadline = 30_000

/** Installs the Next example outside the repository with the packages as a release packs them, builds and serves it. */
export async function startNext({ folder, pack }: Workshop): Promise<RunningExample> {
  const app = join(folder, 'next')
  await cp(toExampleFolder('next'), app, { recursive: true, filter: (path) => !/node_modules|\.next$/.test(path) })
  const manifest = JSON.parse(await readFile(join(app, 'package.json'), 'utf8'))
  const tarballs = await Promise.all(['core', 'ui-react', 'adapter-evm'].map(pack))
  const ours = Object.fromEntries(tarballs.map(({ name, file }) => [name, `file:${file}`]))
  const dependencies = { ...manifest.dependencies, ...ours, viem: '2.57.20' }
  const pnpm = { ...manifest.pnpm, overrides: { ...ours, viem: '2.57.20' } }
  await writeFile(join(app, 'package.json'), JSON.stringify({ ...manifest, dependencies, pnpm }))
  await succeed('pnpm', ['install', '--prefer-offline', '--ignore-workspace', '--config.minimumReleaseAge=0'], app)
  const next = join(app, 'node_modules/next/dist/bin/next')
  await writeFile(join(app, '.env'), `NEXT_PUBLIC_RPC_URL=${exampleRpcUrl}\nNEXT_TELEMETRY_DISABLED=1\n`)
  await succeed(process.execPath, [next, 'build'], app)

  const url = `http://localhost:${await findFreePort()}/`
  const server = spawn(process.execPath, [next, 'start', '-p', new URL(url).port], { cwd: app, stdio: 'ignore' })
  const ended = once(server, 'exit')
  const stop = async (): Promise<void> => {
    server.kill()
    await ended
  }
  const end = Date.now() + deadline
  while (!(await isThere(url))) {
    if (server.exitCode === null && Date.now() < end) continue
    await stop()
    throw new Error('The Next example does not respond.')
  }
  return { url, origins: [url], stop }
}

async function isThere(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(1_000) })).ok
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 100))
    return false
  }
}
