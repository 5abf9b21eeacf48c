import ts from 'typescript'
import type { Source } from '../../source/createSource.js'
import { findReferences } from '../../source/findReferences.js'
import { getOptions, getProperty } from '../../source/objects.js'

type Adapter = { readonly name: string; readonly module: string; readonly note?: string }

const adapters: Readonly<Record<string, Adapter>> = {
  WagmiAdapter: { name: 'evm', module: '@latchkey/adapter-evm' },
  EthersAdapter: { name: 'evm', module: '@latchkey/adapter-evm' },
  Ethers5Adapter: { name: 'evm', module: '@latchkey/adapter-evm' },
  SolanaAdapter: { name: 'solana', module: '@latchkey/adapter-solana' },
  BitcoinAdapter: {
    name: 'bitcoin',
    module: '@latchkey/adapter-bitcoin',
    note: "balances are read from an Esplora API that you name: bitcoin({ esplora: 'https://…' }).",
  },
}

const modules = ['wagmi', 'ethers', 'ethers5', 'solana', 'bitcoin'].map((name) => `@reown/appkit-adapter-${name}`)

/** `new WagmiAdapter({ networks, … })` becomes `evm({ networks })`; wallets of the page are found without being named. */
export function rewriteAdapters(source: Source): void {
  for (const imported of source.imports.from(...modules)) {
    const adapter = adapters[imported.name]
    if (!adapter) {
      source.note(imported.declaration, `${imported.name} has no counterpart.`)
      continue
    }
    source.imports.drop(imported)
    const local = source.imports.use(adapter.name, adapter.module)
    for (const { parent } of findReferences(source.file, imported.local)) {
      if (!ts.isNewExpression(parent)) continue
      source.replace(parent, `${local}(${toOptions(parent, source.file)})`)
      if (adapter.note) source.note(parent, adapter.note)
    }
  }
}

/** Networks alone: all else is an option of the modal, or of nobody. */
function toOptions(expression: ts.NewExpression, file: ts.SourceFile): string {
  const networks = getProperty(getOptions(expression), 'networks')?.getText(file)
  if (networks === undefined) return ''
  return networks === 'networks' ? '{ networks }' : `{ networks: ${networks} }`
}
