import { join } from 'node:path'
import { findEvmMarkers, findForeignMarkers } from '../lib/chainMarkers.mjs'
import { findForeignInstalls } from '../lib/findForeignInstalls.mjs'
import { bundleProgram } from '../lib/measureSize.mjs'
import { root } from '../lib/root.mjs'

/** @typedef {Readonly<Record<string, '*' | readonly string[]>>} Imports names by module, `*` for all */

/** @type {Imports} */
const modal = {
  '@latchkey/ui-react': ['createModal', 'ConnectButton', 'useAccount'],
  '@latchkey/core/controllers': '*',
}

/**
 * Apps that use one namespace, and the markers that none of their chunks may include.
 *
 * @type {readonly { name: string, imports: Imports, find: (text: string) => string[] }[]}
 */
const apps = [
  { name: 'EVM', imports: { ...modal, '@latchkey/adapter-evm': ['evm'] }, find: findForeignMarkers },
  { name: 'Solana', imports: { ...modal, '@latchkey/adapter-solana': ['solana'] }, find: findEvmMarkers },
  { name: 'Bitcoin', imports: { ...modal, '@latchkey/adapter-bitcoin': ['bitcoin'] }, find: findEvmMarkers },
]

/** @type {import('../lib/runGates.mjs').Gate} */
export const isolation = {
  name: 'isolation',
  about: 'an app with one namespace bundles and installs no code of another',
  after: 'build',
  run: async () => {
    const errors = findForeignInstalls(root)
    for (const { name, imports, find } of apps) {
      const { outputFiles } = await bundleProgram(imports, ['react', 'react-dom'], join(root, 'bench'))
      const marks = new Set(outputFiles.flatMap(({ text }) => find(text)))
      if (marks.size > 0)
        errors.push(`An app with ${name} only includes code of other chains: ${[...marks].join(', ')}.`)
    }
    return { ok: errors.length === 0, report: errors.join('\n') }
  },
}
