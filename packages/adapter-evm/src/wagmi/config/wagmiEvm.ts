import { apiVersion, type ChainAdapter } from '@latchkey/core'
import type { Config } from 'wagmi'
import { toNetwork } from '../../networks.js'
import { toWatchInterval, type WatchOption } from '../../watchInterval.js'
import { createWagmiInstance } from './createWagmiInstance.js'

export type WagmiEvmOptions = {
  /** The app's own config, as `createConfig()` of wagmi made it: its chains, connectors and transports are used. */
  readonly config: Config
  /** As in `evm()`. */
  readonly watchPendingTransactions?: WatchOption | undefined
}

/**
 * EVM chains for an app that has a wagmi config already. Takes the place of `evm()`: the modal offers the connectors of
 * the config, and connects, switches and disconnects through it. What wagmi's hooks do shows in the modal, and the other
 * way round: the config is the one that knows. Reads go through its transports.
 *
 * @example
 * const config = createConfig({ chains: [mainnet], transports: { [mainnet.id]: http() } })
 * createModal({ adapters: [wagmiEvm({ config })] })
 */
export function wagmiEvm({ config, watchPendingTransactions }: WagmiEvmOptions): ChainAdapter<'eip155'> {
  const interval = toWatchInterval(watchPendingTransactions)
  return {
    kind: 'chain',
    apiVersion,
    namespace: 'eip155',
    networks: config.chains.map(toNetwork),
    setup: (context) => createWagmiInstance({ config, context, interval }),
  }
}
