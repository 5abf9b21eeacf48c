import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'
import { build } from 'vite'
import { root } from '../../../scripts/lib/root.mjs'
import { run } from '../../../scripts/lib/run.mjs'
import type { BuiltPage } from '../prepare/buildPage.js'
import { installApp } from '../prepare/installApp.js'
import { evmPackages, packPackages } from '../prepare/packPackages.js'
import { startServer } from '../prepare/startServer.js'
import { type Kit, kits } from './kits.js'
import { startOutside } from './startOutside.js'

export type Peer = Kit & { readonly url: string; readonly built: BuiltPage }

export type PeerLab = { readonly browser: Browser; readonly peers: readonly Peer[]; close(): Promise<void> }

/** Installs and builds each kit alone, serves all of them, and starts the browser. Reuses what is built in the folder. */
export async function openPeerLab(folder: string): Promise<PeerLab> {
  const executablePath = process.env['CHROMIUM_PATH']
  if (!executablePath) throw new Error('No browser to measure with. Run "npm run bench", which finds one.')
  const stops: (() => Promise<void>)[] = []
  const close = async (): Promise<void> => {
    await Promise.all(stops.map((stop) => stop()))
  }
  try {
    const peers: Peer[] = []
    for (const kit of kits) {
      const built = await buildKit(kit, join(folder, kit.name))
      const { url, stop } = await startServer(built)
      stops.push(stop)
      peers.push({ ...kit, url, built })
    }
    const outside = await startOutside()
    stops.push(() => outside.stop())
    const rules = `--host-resolver-rules=MAP * 127.0.0.1:${outside.port}, EXCLUDE 127.0.0.1`
    const browser = await chromium.launch({ executablePath, args: [rules, '--ignore-certificate-errors'] })
    stops.push(() => browser.close())
    return { browser, peers, close }
  } catch (cause) {
    await close()
    throw cause
  }
}

async function buildKit(
  { name, page = `peers/${name}.html`, versions, isOurs }: Kit,
  folder: string,
): Promise<BuiltPage> {
  const output = join(folder, 'dist')
  if (!existsSync(output)) {
    process.stdout.write(`Installing and building ${name} …\n`)
    mkdirSync(folder, { recursive: true })
    if (isOurs) await installApp(folder, await packPackages(folder, evmPackages), versions)
    else await installFromNpm(folder, versions)
    cpSync(join(root, 'bench', page), join(folder, 'index.html'))
    await build({ root: folder, configFile: false, logLevel: 'error', build: { outDir: output } })
  }
  const files = readdirSync(output, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile())
  return new Map(
    files.map(({ parentPath, name: file }) => {
      const body = readFileSync(join(parentPath, file))
      const path = `/${relative(output, join(parentPath, file)).replaceAll('\\', '/')}`
      return [path, { body, gzip: gzipSync(body, { level: 9 }), modules: [], imports: [] }]
    }),
  )
}

async function installFromNpm(folder: string, dependencies: Kit['versions']): Promise<void> {
  const manifest = { name: 'measured-app', private: true, type: 'module', dependencies }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2))
  const args = ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  const { code, output } = await run('npm', args, { cwd: folder, capture: true })
  if (code !== 0) throw new Error(`${Object.keys(dependencies).join(', ')} cannot be installed:\n${output}`)
}
