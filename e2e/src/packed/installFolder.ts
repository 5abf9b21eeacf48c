import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Tarball } from './createPacker.js'
import { succeed } from './succeed.js'

export type FolderOptions = {
  readonly folder: string
  readonly installer: 'npm' | 'pnpm'
  /**
   * Packages of this repository; their dependencies on each other are installed from here too, as their versions may
   * not be published.
   */
  readonly tarballs: readonly Tarball[]
  /** Third-party packages. */
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** The repository's own version, so that it doesn't have to be downloaded. */
const viem = '2.57.20'

/** Creates a new project outside the repository and installs its dependencies, as its developer would. */
export async function installFolder(options: FolderOptions): Promise<void> {
  const { folder, installer, tarballs, dependencies = {}, devDependencies = {} } = options
  const ours = Object.fromEntries(tarballs.map(({ name, file }) => [name, `file:${file}`]))
  const needsViem = tarballs.some(({ name }) => name === '@latchkey/adapter-evm' || name === '@latchkey/testing')
  const manifest = {
    private: true,
    type: 'module',
    dependencies: { ...ours, ...(needsViem && { viem }), ...dependencies },
    devDependencies,
    overrides: { viem },
    // wagmi 2 depends on the SDKs of several wallets, not all of them open source; nothing here imports them
    pnpm: { overrides: { viem, 'wagmi@2>@wagmi/connectors': '-', ...ours } },
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2))
  // wagmi's connectors depend, by optional peers of peers, on a React Native that npm can't install next to React 18
  const isStrict = !('wagmi' in dependencies)
  const strictly = isStrict ? ['--strict-peer-deps'] : []
  const args = {
    npm: ['install', '--prefer-offline', '--no-audit', '--no-fund', ...strictly, '--loglevel=warn'],
    pnpm: ['install', '--prefer-offline', '--ignore-workspace', '--config.minimumReleaseAge=0'],
  }
  await succeed(installer, args[installer], folder)
}
