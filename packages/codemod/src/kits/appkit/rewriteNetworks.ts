import type { Source } from '../../source/createSource.js'

/** Networks that are not chains of viem, and what they are here. */
const others: Readonly<Record<string, readonly [name: string, module: string]>> = {
  solana: ['solanaMainnet', '@latchkey/adapter-solana'],
  solanaDevnet: ['solanaDevnet', '@latchkey/adapter-solana'],
  solanaTestnet: ['solanaTestnet', '@latchkey/adapter-solana'],
  bitcoin: ['bitcoinMainnet', '@latchkey/adapter-bitcoin'],
  bitcoinTestnet: ['bitcoinTestnet', '@latchkey/adapter-bitcoin'],
  bitcoinSignet: ['bitcoinSignet', '@latchkey/adapter-bitcoin'],
  AppKitNetwork: ['NetworkInput', '@latchkey/core'],
}

/** `@reown/appkit/networks`: chains of viem by the same names, and those of the other chain families. */
export function rewriteNetworks({ imports }: Source): void {
  for (const imported of imports.from('@reown/appkit/networks')) {
    const [name, module] = others[imported.name] ?? [imported.name, 'viem/chains']
    imports.swap(imported, name, module)
  }
}
