import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../scripts/lib/root.mjs'
import { run } from '../../../scripts/lib/run.mjs'

/** The packages of this repository that an EVM-only app installs. */
export const evmPackages = ['core', 'ui-react', 'adapter-evm'] as const

/** Those that an app with three ecosystems and pairing installs as well. */
export const otherPackages = ['adapter-solana', 'adapter-bitcoin', 'walletconnect'] as const

/** Packs packages as a release does; returns each tarball by package name. */
export async function packPackages(
  target: string,
  folders: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const tarballs: Record<string, string> = {}
  for (const folder of folders) {
    const cwd = join(root, 'packages', folder)
    const { name } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')) as { name: string }
    const { code, output } = await run('pnpm', ['pack', '--json', '--pack-destination', target], { cwd, capture: true })
    if (code !== 0) throw new Error(`${name} cannot be packed:\n${output}`)
    const { filename } = JSON.parse(output.slice(output.indexOf('{'))) as { filename: string }
    tarballs[name] = filename
  }
  return tarballs
}
