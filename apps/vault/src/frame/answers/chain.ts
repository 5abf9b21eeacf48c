import type { FrameChainId } from '@latchkey/embedded-wallet/protocol'
import type { FrameNetwork } from '../../protocol/network.js'
import { FrameRequestError } from '../errors.js'

/** A network as clients name it: a number, `1`, `0x1`, a CAIP-2 id, or what follows Solana's namespace. */
export function findNetwork(
  networks: readonly FrameNetwork[],
  { chainId, namespace }: { readonly chainId: FrameChainId; readonly namespace?: string | undefined },
): FrameNetwork | undefined {
  const name = String(chainId)
  const reference = /^0x[\da-f]{1,13}$/i.test(name) ? String(Number(name)) : name
  const isEvm = /^\d+$/.test(reference)
  const wanted = name.includes(':')
    ? name
    : `${isEvm ? 'eip155' : 'solana'}:${isEvm ? reference : reference.slice(0, 32)}`
  const found = networks.find(({ caipNetworkId }) => caipNetworkId === wanted)
  return namespace === undefined || found?.caipNetworkId.startsWith(`${namespace}:`) ? found : undefined
}

/** The same, or a refusal: nothing is asked of networks that this vault does not know. */
export function getNetwork(
  networks: readonly FrameNetwork[],
  query: { readonly chainId: FrameChainId; readonly namespace?: string | undefined },
): FrameNetwork {
  const network = findNetwork(networks, query)
  if (!network) throw new FrameRequestError('This wallet does not know that network.', { code: 4902 })
  return network
}

/** A network as clients read it: a number on EVM, the CAIP-2 id elsewhere. */
export function toChainId({ caipNetworkId }: FrameNetwork): FrameChainId {
  const [namespace, reference] = caipNetworkId.split(':')
  return namespace === 'eip155' ? Number(reference) : caipNetworkId
}

export function toNamespace({ caipNetworkId }: FrameNetwork): 'eip155' | 'solana' {
  return caipNetworkId.startsWith('eip155:') ? 'eip155' : 'solana'
}
