import type { BitcoinNetworkName } from '../keys/bitcoinAddress.js'
import { createInjectedProvider } from './createInjectedProvider.js'
import { placeAt } from './placeAt.js'
import type { Shape, ShapeOptions } from './shape.js'

/** OKX: an object per network on `window.okxwallet`; those of test networks cannot tell accounts without asking. */
export function createOkxShape({ verbs }: ShapeOptions): Shape {
  const all = createInjectedProvider(verbs, {
    accountsChanged: [
      'accounts',
      () =>
        verbs
          .peek()
          .slice(0, 1)
          .map(({ address }) => address),
    ],
    disconnect: ['disconnect', () => undefined],
  })
  const connect = async (): Promise<object> => {
    const [payment] = await verbs.connect()
    return { address: payment?.address, publicKey: payment?.publicKey, compressedPublicKey: payment?.publicKey }
  }
  const provider = {
    ...all,
    connect,
    getNetwork: async () => ((await verbs.network()) === 'mainnet' ? 'livenet' : 'testnet'),
  }
  const createTestObject = (network: BitcoinNetworkName): object => {
    const { signMessage, signPsbt, on, removeListener } = all
    return {
      async connect() {
        if ((await verbs.network()) !== network) await verbs.switchNetwork(network)
        return connect()
      },
      signMessage,
      signPsbt,
      on,
      removeListener,
    }
  }
  const okxwallet = {
    bitcoin: provider,
    bitcoinTestnet: createTestObject('testnet'),
    bitcoinSignet: createTestObject('signet'),
  }
  return { provider, place: (page) => placeAt(page, 'okxwallet', okxwallet) }
}
