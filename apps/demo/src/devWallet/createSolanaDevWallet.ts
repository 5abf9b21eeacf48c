import { createSolanaWallet, type SolanaWallet } from '@latchkey/testing/solana'
import type { SolanaConfig } from '../config.js'
import { askInPage } from './askInPage.js'
import { getMode } from './createDevWallet.js'
import { devKeys, toBytes } from './devKeys.js'
import { readKeys } from './readKeys.js'

/** The Dev wallet on Solana; `localStorage['dev-wallet/solana-keys']` replaces its accounts. */
export function createSolanaDevWallet(config: SolanaConfig): SolanaWallet {
  return create('Dev wallet', readKeys('dev-wallet/solana-keys', devKeys.solana), config)
}

/** Another one, to have two connected at once. */
export function createSolanaSpareWallet(config: SolanaConfig): SolanaWallet {
  return create('Spare wallet', devKeys.spareSolana, config)
}

function create(name: string, keys: readonly string[], { rpcUrl }: SolanaConfig): SolanaWallet {
  return createSolanaWallet({
    name,
    accounts: keys.map(toBytes),
    rpcUrl,
    storage: localStorage,
    ask: (request) => getMode() === 'approve' || askInPage(name, request),
  })
}
