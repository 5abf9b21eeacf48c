import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installDependencies, installFolder } from '../packed/installFolder.js'
import type { Workshop } from '../packed/packedTest.js'
import { succeed } from '../packed/succeed.js'

export type CreateAppOptions = {
  readonly workshop: Workshop
  readonly template: 'react' | 'next' | 'vue' | 'svelte' | 'html'
  /** Default: EVM alone. */
  readonly chains?: readonly ('evm' | 'solana' | 'bitcoin')[]
  /** Additional features of the app. */
  readonly extras?: readonly ('wagmi' | 'logins' | 'pairing')[]
  /** Packages of this repository to add, without the scope. */
  readonly packages?: readonly string[]
  /** Default: pnpm, whose store has the repository's packages. */
  readonly installer?: 'npm' | 'pnpm'
  /** Default: from the choices. Two apps of a test need two names. */
  readonly name?: string
}

/**
 * Creates an app as a user does: runs the packed `create-latchkey` in a folder outside the repository, and installs what
 * the app lists, with the packages of this repository as a release packs them.
 *
 * @returns the folder of the app
 */
export async function createApp({ workshop, installer = 'pnpm', ...options }: CreateAppOptions): Promise<string> {
  const { template, chains = ['evm'], extras = [], packages = [] } = options
  const { name = [template, ...chains, ...extras].join('-') } = options
  const command = await provideCommand(workshop)
  const flags = extras.map((extra) => `--${extra}`)
  await succeed(command, [name, '--template', template, '--chains', chains.join(), ...flags], workshop.folder)

  const folder = join(workshop.folder, name)
  const file = join(folder, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  for (const item of packages) manifest.dependencies[`${scope}${item}`] = '*'
  writeFileSync(file, JSON.stringify(manifest, null, 2))
  const listed = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
  const ours = listed.filter((item) => item.startsWith(scope)).map((item) => item.slice(scope.length))
  const tarballs = await Promise.all(ours.map((item) => workshop.pack(item)))
  await installDependencies(folder, { installer, tarballs })
  return folder
}

const scope = '@latchkey/'

/** Installs the command once for all apps of a workshop; returns its path. */
async function provideCommand({ folder, pack }: Workshop): Promise<string> {
  const home = join(folder, 'create')
  const command = join(home, 'node_modules/.bin/create-latchkey')
  if (!existsSync(command))
    await installFolder({ folder: home, installer: 'pnpm', tarballs: [await pack('create-latchkey')] })
  return command
}
