import type { CaipNetworkId, Network } from '@latchkey/core'

/** A network without a node, unless a URL is given. */
export function toNetwork(caipNetworkId: CaipNetworkId, rpcUrl = 'http://127.0.0.1:1'): Network {
  const [chainNamespace, reference] = caipNetworkId.split(':') as [Network['chainNamespace'], string]
  return {
    id: chainNamespace === 'eip155' ? Number(reference) : reference,
    name: `Network ${reference}`,
    chainNamespace,
    caipNetworkId,
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  }
}

export const evmOne = 'eip155:31337'
export const evmTwo = 'eip155:31338'
/** A network that the wallet doesn't support. */
export const evmThree = 'eip155:31339'
export const solanaLocal = 'solana:localnet1111111111111111111111111'
export const bitcoinRegtest = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
