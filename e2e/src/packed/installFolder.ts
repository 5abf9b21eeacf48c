import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
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
  const own = { ...ours, ...(needsViem && { viem }), ...dependencies }
  mkdirSync(folder, { recursive: true })
  writeManifest(folder, { private: true, type: 'module', dependencies: own, devDependencies })
  await installDependencies(folder, { installer, tarballs })
}

/** Installs what the package.json of a project lists, with the packages of this repository from their tarballs. */
export async function installDependencies(
  folder: string,
  { installer, tarballs }: Pick<FolderOptions, 'installer' | 'tarballs'>,
): Promise<void> {
  const ours = Object.fromEntries(tarballs.map(({ name, file }) => [name, `file:${file}`]))
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const replace = (listed: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries(listed).map(([name, range]) => [name, ours[name] ?? range]))
  const dependencies = replace(manifest.dependencies)
  const devDependencies = replace(manifest.devDependencies)
  // wagmi 2 depends on the SDKs of several wallets, not all of them open source; nothing here imports them
  const pnpm = { overrides: { viem, 'wagmi@2>@wagmi/connectors': '-', ...ours } }
  writeManifest(folder, { ...manifest, dependencies, devDependencies, overrides: { viem }, pnpm })
  // wagmi's connectors depend, by optional peers of peers, on a React Native that npm can't install next to React 18
  const isStrict = !('wagmi' in dependencies)
  const strictly = isStrict ? ['--strict-peer-deps'] : []
  const args = {
    npm: ['install', '--prefer-offline', '--no-audit', '--no-fund', ...strictly, '--loglevel=warn'],
    pnpm: ['install', '--prefer-offline', '--ignore-workspace', '--config.minimumReleaseAge=0'],
  }
  await succeed(installer, args[installer], folder)
}

type Manifest = { readonly [field in 'dependencies' | 'devDependencies']?: Readonly<Record<string, string>> }

function writeManifest(folder: string, manifest: object): void {
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2))
}
