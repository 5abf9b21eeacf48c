import { type CaipNetworkId, isRecord, parseCaipAddress, parseCaipNetworkId } from '@latchkey/core'

export type SessionEvent = {
  readonly name: string
  readonly data: unknown
  /** Of the session, which the event is about. */
  readonly caipNetworkId: CaipNetworkId
}

/** What an event of a session brings; null for what is none. */
export function readEvent(params: unknown): SessionEvent | null {
  if (!isRecord(params) || !isRecord(params['event'])) return null
  const { chainId } = params
  const { name, data } = params['event']
  if (typeof name !== 'string' || !parseCaipNetworkId(chainId)) return null
  return { name, data, caipNetworkId: chainId as CaipNetworkId }
}

/** Where the wallet went: it says so by CAIP-2 id, by number, hex or decimal, or by the chain of the event alone. */
export function readChain({ data, caipNetworkId }: SessionEvent): CaipNetworkId {
  const namespace = parseCaipNetworkId(caipNetworkId)?.namespace
  if (parseCaipNetworkId(data)?.namespace === namespace) return data as CaipNetworkId
  if (namespace !== 'eip155') return caipNetworkId
  const value = isRecord(data) ? data['chainId'] : data
  const isNumber =
    typeof value === 'number' || (typeof value === 'string' && /^(0x[\da-f]{1,13}|\d{1,16})$/i.test(value))
  const id = isNumber ? Number(value) : 0
  return Number.isSafeInteger(id) && id > 0 ? `eip155:${id}` : caipNetworkId
}

/** The addresses that an `accountsChanged` names, bare or as CAIP-10 ids of the chain family. */
export function readAddresses({ data, caipNetworkId }: SessionEvent): readonly string[] {
  const namespace = parseCaipNetworkId(caipNetworkId)?.namespace
  const items = Array.isArray(data) ? data.slice(0, 1_000) : []
  return items.flatMap((item: unknown) => {
    if (typeof item !== 'string' || item === '') return []
    if (!item.includes(':')) return [item]
    const parsed = parseCaipAddress(item)
    return parsed && parsed.namespace === namespace ? [parsed.address] : []
  })
}
