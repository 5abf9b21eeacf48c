import type { BitcoinNetworkName } from '../keys/bitcoinAddress.js'
import { createInjectedProvider } from './createInjectedProvider.js'
import { placeAt } from './placeAt.js'
import type { Shape, ShapeOptions } from './shape.js'

type Chain = { readonly enum: string; readonly name: string; readonly network: 'livenet' | 'testnet' }

/** UniSat: `window.unisat`. */
export function createUnisatShape({ verbs }: ShapeOptions): Shape {
  const toChain = (name: BitcoinNetworkName): Chain => ({
    enum: `BITCOIN_${name.toUpperCase()}`,
    name: `Bitcoin ${name}`,
    network: name === 'mainnet' ? 'livenet' : 'testnet',
  })
  const provider = {
    ...createInjectedProvider(verbs, {
      accountsChanged: [
        'accounts',
        () =>
          verbs
            .peek()
            .slice(0, 1)
            .map(({ address }) => address),
      ],
      networkChanged: ['network', () => toChain(verbs.peekNetwork()).network],
      chainChanged: ['network', () => toChain(verbs.peekNetwork())],
      disconnect: ['disconnect', () => undefined],
    }),
    getNetwork: async () => ((await verbs.network()) === 'mainnet' ? 'livenet' : 'testnet'),
    getChain: async () => toChain(await verbs.network()),
    async switchChain(chain: string) {
      const name = chain.replace(/^BITCOIN_/, '').toLowerCase() as BitcoinNetworkName
      await verbs.switchNetwork(name, { chain })
      return toChain(name)
    },
  }
  return { provider, place: (page) => placeAt(page, 'unisat', provider) }
}
