import ts from 'typescript'
import type { Source } from '../../source/createSource.js'
import { getOptions, getProperty } from '../../source/objects.js'
import { findReferences } from '../../source/references.js'

type Adapter = { readonly name: string; readonly module: string; readonly note?: string }

const adapters: Readonly<Record<string, Adapter>> = {
  WagmiAdapter: { name: 'evm', module: '@latchkey/adapter-evm' },
  EthersAdapter: { name: 'evm', module: '@latchkey/adapter-evm' },
  Ethers5Adapter: { name: 'evm', module: '@latchkey/adapter-evm' },
  SolanaAdapter: { name: 'solana', module: '@latchkey/adapter-solana' },
  BitcoinAdapter: {
    name: 'bitcoin',
    module: '@latchkey/adapter-bitcoin',
    note: "set the Esplora API to read balances from: bitcoin({ esplora: 'https://…' }).",
  },
}

const modules = ['wagmi', 'ethers', 'ethers5', 'solana', 'bitcoin'].map((name) => `@reown/appkit-adapter-${name}`)

/** Replaces `new WagmiAdapter({ networks, … })` by `evm({ networks })`. Installed wallets are discovered, so connectors are dropped. */
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

/** Keeps only `networks`: the other options belong to the modal, or have no counterpart. */
function toOptions(expression: ts.NewExpression, file: ts.SourceFile): string {
  const networks = getProperty(getOptions(expression), 'networks')?.getText(file)
  if (networks === undefined) return ''
  return networks === 'networks' ? '{ networks }' : `{ networks: ${networks} }`
}

/** Networks that are not viem chains, and their counterparts. */
const otherNetworks: Readonly<Record<string, readonly [name: string, module: string]>> = {
  solana: ['solanaMainnet', '@latchkey/adapter-solana'],
  solanaDevnet: ['solanaDevnet', '@latchkey/adapter-solana'],
  solanaTestnet: ['solanaTestnet', '@latchkey/adapter-solana'],
  bitcoin: ['bitcoinMainnet', '@latchkey/adapter-bitcoin'],
  bitcoinTestnet: ['bitcoinTestnet', '@latchkey/adapter-bitcoin'],
  bitcoinSignet: ['bitcoinSignet', '@latchkey/adapter-bitcoin'],
  AppKitNetwork: ['NetworkInput', '@latchkey/core'],
}

/** Rewrites imports from `@reown/appkit/networks`: viem chains keep their names, other namespaces come from their adapter. */
export function rewriteNetworks({ imports }: Source): void {
  for (const imported of imports.from('@reown/appkit/networks')) {
    const [name, module] = otherNetworks[imported.name] ?? [imported.name, 'viem/chains']
    imports.swap(imported, name, module)
  }
}
