import type { FrameChainId } from '@latchkey/embedded-wallet/protocol'
import type { FrameNetwork } from '../../protocol/network.js'
import { FrameRequestError } from '../errors.js'

/** Finds a network by the ids that clients use: a number, `1`, `0x1`, a CAIP-2 id, or Solana's reference. */
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

/** Like {@link findNetwork}, but throws: networks that this vault doesn't know are never contacted. */
export function getNetwork(
  networks: readonly FrameNetwork[],
  query: { readonly chainId: FrameChainId; readonly namespace?: string | undefined },
): FrameNetwork {
  const network = findNetwork(networks, query)
  if (!network) throw new FrameRequestError('This wallet doesn’t support this network.', { code: 4902 })
  return network
}

/** The chain id that clients expect: a number on EVM, the CAIP-2 id elsewhere. */
export function toChainId({ caipNetworkId }: FrameNetwork): FrameChainId {
  const [namespace, reference] = caipNetworkId.split(':')
  return namespace === 'eip155' ? Number(reference) : caipNetworkId
}

export type FrameNamespace = 'eip155' | 'solana' | 'bip122'

export function toNamespace({ caipNetworkId }: FrameNetwork): FrameNamespace {
  const [namespace] = caipNetworkId.split(':')
  return namespace === 'eip155' || namespace === 'bip122' ? namespace : 'solana'
}

/** The namespace of a method, by its prefix. */
export function toMethodNamespace(method: string): FrameNamespace {
  return (['solana', 'bip122'] as const).find((namespace) => method.startsWith(`${namespace}_`)) ?? 'eip155'
}
