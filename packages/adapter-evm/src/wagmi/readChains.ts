import type { Modal, Network } from '@latchkey/core'
import { getNetworks } from '@latchkey/core/controllers'
import type { Chain } from 'viem'

/** The modal's EVM networks as they are now. */
export function readChains(modal: Modal, known: readonly Chain[]): readonly Chain[] {
  return getNetworks(modal.getState(), 'eip155').map((network) => toChain(network, known))
}

/** A network as viem describes chains. What only the app knows (contracts, formatters) comes from `known`. */
function toChain(network: Network, known: readonly Chain[]): Chain {
  const id = Number(network.id)
  const { name, nativeCurrency, rpcUrls, blockExplorers, testnet } = network
  return {
    ...known.find((chain) => chain.id === id),
    id,
    name,
    nativeCurrency: { ...nativeCurrency },
    rpcUrls: { default: { http: [...rpcUrls.default.http] } },
    ...(blockExplorers && { blockExplorers: { default: { ...blockExplorers.default } } }),
    ...(testnet && { testnet }),
  }
}
