import type { EvmWallet } from '@latchkey/testing'
import type { BitcoinWallet } from '@latchkey/testing/bitcoin'
import type { SolanaWallet } from '@latchkey/testing/solana'
import type { DemoConfig } from '../config.js'
import type { DemoOptions } from '../demoOptions.js'
import { createBitcoinDevWallet } from './createBitcoinDevWallet.js'
import { createDevWallet, createSpareWallet } from './createDevWallet.js'
import { createSmartWallet } from './createSmartWallet.js'
import { createSolanaDevWallet, createSolanaSpareWallet } from './createSolanaDevWallet.js'

/** The wallets of the page, as three extensions would bring them. */
export type DevWallets = {
  readonly evm: EvmWallet
  readonly solana?: SolanaWallet | undefined
  readonly bitcoin?: BitcoinWallet | undefined
  /** A smart account that is not deployed yet. */
  readonly smartEvm?: EvmWallet | undefined
  readonly spareEvm?: EvmWallet | undefined
  readonly spareSolana?: SolanaWallet | undefined
}

/** One wallet on every chain of the page, and where several may be connected a spare one on two of them. */
export async function createDevWallets(config: DemoConfig, options: DemoOptions): Promise<DevWallets> {
  const solana = options.solana ? config.solana : undefined
  const bitcoin = options.bitcoin ? config.bitcoin : undefined
  return {
    evm: createDevWallet(config),
    ...(solana && { solana: createSolanaDevWallet(solana) }),
    ...(bitcoin && { bitcoin: createBitcoinDevWallet(bitcoin) }),
    ...(options.smartWallet && { smartEvm: await createSmartWallet(config) }),
    ...(options.multiWallet && {
      spareEvm: createSpareWallet(config),
      ...(solana && { spareSolana: createSolanaSpareWallet(solana) }),
    }),
  }
}

/** Has all of them come to the page. */
export function announceWallets({ evm, solana, bitcoin, smartEvm, spareEvm, spareSolana }: DevWallets): void {
  evm.announce(window)
  solana?.register(window)
  bitcoin?.inject(window)
  smartEvm?.announce(window)
  spareEvm?.announce(window)
  spareSolana?.register(window)
}
