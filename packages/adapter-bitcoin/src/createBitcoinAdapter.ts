import { apiVersion, type ChainAdapter } from '@latchkey/core'
import { createBitcoinInstance } from './createBitcoinInstance.js'
import { type BitcoinNetworkInput, bitcoinMainnet, type Esplora, toNetwork } from './networks.js'

export type BitcoinOptions = {
  /** Bitcoin itself unless told; joined with the `networks` option of the modal. */
  readonly networks?: readonly BitcoinNetworkInput[] | undefined
  /** Where balances and transactions are read and sent. Without it these end in `RPC_URL_MISSING`. */
  readonly esplora?: Esplora | undefined
}

/**
 * Bitcoin and the wallets of the page. Nothing happens before the modal starts.
 *
 * @example
 * createModal({ adapters: [bitcoin({ esplora: 'https://esplora.example/api' })] })
 */
export function bitcoin({ networks = [bitcoinMainnet], esplora }: BitcoinOptions = {}): ChainAdapter<'bip122'> {
  const findUrl = (caipNetworkId: string): string | undefined =>
    typeof esplora === 'object' ? esplora[caipNetworkId] : esplora
  return {
    kind: 'chain',
    apiVersion,
    namespace: 'bip122',
    networks: networks.map((network) => toNetwork(network, findUrl)),
    setup: (context) => createBitcoinInstance(context, findUrl),
  }
}
