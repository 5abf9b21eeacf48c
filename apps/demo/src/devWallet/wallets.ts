import type { EvmWallet } from '@latchkey/testing'
import { type BitcoinWallet, createBitcoinWallet } from '@latchkey/testing/bitcoin'
import { createSolanaWallet, type SolanaWallet } from '@latchkey/testing/solana'
import type { BitcoinConfig, DemoConfig, SolanaConfig } from '../config.js'
import type { DemoOptions } from '../demoOptions.js'
import { confirmInPage, createDevWallet, createSpareWallet, getMode } from './evm.js'
import { devKeys, getStorage, readKeys, toBytes } from './keys.js'
import { createSmartWallet } from './smart.js'

/** The page's wallets, announced as browser extensions would be. */
export type DevWallets = {
  readonly evm: EvmWallet
  readonly solana?: SolanaWallet | undefined
  readonly bitcoin?: BitcoinWallet | undefined
  /** A smart account that is not deployed yet. */
  readonly smartEvm?: EvmWallet | undefined
  readonly spareEvm?: EvmWallet | undefined
  readonly spareSolana?: SolanaWallet | undefined
}

/** Creates a wallet for every namespace of the page and, with `multiWallet`, a spare one for EVM and Solana. */
export async function createDevWallets(
  config: DemoConfig,
  options: Pick<DemoOptions, 'solana' | 'bitcoin' | 'smartWallet' | 'multiWallet'>,
): Promise<DevWallets> {
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

/** Announces all wallets to the page. */
export function announceWallets({ evm, solana, bitcoin, smartEvm, spareEvm, spareSolana }: DevWallets): void {
  evm.announce(window)
  solana?.register(window)
  bitcoin?.inject(window)
  smartEvm?.announce(window)
  spareEvm?.announce(window)
  spareSolana?.register(window)
}

/** The Dev wallet on Solana; `localStorage['dev-wallet/solana-keys']` replaces its accounts. */
function createSolanaDevWallet(config: SolanaConfig): SolanaWallet {
  return createWallet('Dev wallet', readKeys('dev-wallet/solana-keys', devKeys.solana), config)
}

/** A second wallet, to connect two at once. */
function createSolanaSpareWallet(config: SolanaConfig): SolanaWallet {
  return createWallet('Spare wallet', devKeys.spareSolana, config)
}

function createWallet(name: string, keys: readonly string[], { rpcUrl }: SolanaConfig): SolanaWallet {
  return createSolanaWallet({
    name,
    accounts: keys.map(toBytes),
    rpcUrl,
    storage: getStorage(),
    ask: (request) => getMode() === 'approve' || confirmInPage(name, request),
  })
}

/** The Dev wallet on Bitcoin; `localStorage['dev-wallet/bitcoin-keys']` replaces its accounts. */
function createBitcoinDevWallet({ esploraUrl }: BitcoinConfig): BitcoinWallet {
  return createBitcoinWallet({
    name: 'Dev wallet',
    shape: 'wallet-standard',
    privateKeys: readKeys('dev-wallet/bitcoin-keys', devKeys.bitcoin).map(toBytes),
    network: 'regtest',
    esploraUrl,
    storage: getStorage(),
    ask: (request) => getMode() === 'approve' || confirmInPage('Dev wallet', request),
  })
}
