import { apiVersion, type ChainAdapter } from '@latchkey/core'
import { createEvmInstance } from './createEvmInstance.js'
import { type EvmNetworkInput, toNetwork } from './networks.js'

export type EvmOptions = {
  /** Chains of `viem/chains` or core networks; the same list as the `networks` option of the modal, joined with it. */
  readonly networks?: readonly EvmNetworkInput[] | undefined
}

/**
 * EVM chains and the wallets of the page. Nothing happens before the modal starts.
 *
 * @example
 * createModal({ adapters: [evm({ networks: [mainnet, base] })] })
 */
export function evm({ networks = [] }: EvmOptions = {}): ChainAdapter<'eip155'> {
  return { kind: 'chain', apiVersion, namespace: 'eip155', networks: networks.map(toNetwork), setup: createEvmInstance }
}
