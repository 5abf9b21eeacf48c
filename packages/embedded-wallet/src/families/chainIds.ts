import { type CaipNetworkId, type Namespace, parseCaipNetworkId } from '@latchkey/core'
import type { FrameChainId } from '../protocol/values.js'

/** A network as the frame is told it: a number on EVM, its CAIP-2 id elsewhere. */
export function toFrameChainId(caipNetworkId: CaipNetworkId): FrameChainId {
  const { namespace, reference } = parseCaipNetworkId(caipNetworkId) ?? {}
  return namespace === 'eip155' ? Number(reference) : caipNetworkId
}

/** A network as frames tell it: `1`, `'1'`, `'eip155:1'`, or the reference alone. Null where it is none of the chain family. */
export function parseFrameChainId(chainId: unknown, namespace: Namespace): CaipNetworkId | null {
  const text = typeof chainId === 'number' ? String(chainId) : chainId
  if (typeof text !== 'string') return null
  const reference = text.startsWith(`${namespace}:`) ? text.slice(namespace.length + 1) : text
  const isSound =
    namespace === 'eip155'
      ? /^[1-9]\d{0,15}$/.test(reference) && Number.isSafeInteger(Number(reference))
      : /^[-_a-zA-Z0-9]{1,32}$/.test(reference)
  return isSound ? `${namespace}:${reference}` : null
}
