import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../scripts/lib/root.mjs'
import { run } from '../../../scripts/lib/run.mjs'
import { parseOverrides } from './parseOverrides.js'
import { toManifest } from './toManifest.js'

/**
 * Creates an app outside the repository and installs it for production as its developer would, with local tarballs
 * instead of the registry's packages and with the repository's own overrides.
 */
export async function installApp(
  folder: string,
  tarballs: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'packages/ui-react/package.json'), 'utf8')) as {
    readonly devDependencies: Readonly<Record<string, string>>
  }
  const pins = parseOverrides(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8'))
  // the adapter brings viem, and an app that imports its chains names it
  const others = { viem: pins['viem'] ?? 'latest', ...more }
  const manifest = toManifest({ tarballs, pins, react: devDependencies['react'] ?? 'latest', others })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2))
  const args = ['install', '--prod', '--prefer-offline', '--ignore-scripts', '--no-frozen-lockfile']
  const { code, output } = await run('pnpm', args, { cwd: folder, capture: true })
  if (code !== 0) throw new Error(`The packed packages cannot be installed:\n${output}`)
}
