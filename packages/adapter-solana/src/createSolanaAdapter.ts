import { apiVersion, type ChainAdapter } from '@latchkey/core'
import { createSolanaInstance } from './createSolanaInstance.js'
import { type SolanaNetworkInput, toNetwork } from './networks.js'

export type SolanaOptions = {
  /** The same list as the `networks` option of the modal, joined with it. */
  readonly networks?: readonly SolanaNetworkInput[] | undefined
  /**
   * Whether phones are offered the apps of wallets that are not on the page: a row that opens this page inside the
   * wallet's own browser. True unless told.
   */
  readonly walletLinks?: boolean | undefined
}

/**
 * Solana and the wallets of the page. Nothing happens before the modal starts.
 *
 * @example
 * createModal({ adapters: [solana({ networks: [solanaMainnet] })] })
 */
export function solana({ networks = [], walletLinks = true }: SolanaOptions = {}): ChainAdapter<'solana'> {
  return {
    kind: 'chain',
    apiVersion,
    namespace: 'solana',
    networks: networks.map(toNetwork),
    setup: (context) => createSolanaInstance(context, walletLinks),
  }
}
