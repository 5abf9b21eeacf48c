type Facts = Readonly<Record<string, unknown>>

/** The same result, said that many blocks earlier. */
export function toStaleResult(method: string | undefined, result: unknown, blocks: number): unknown {
  const earlier = (height: unknown): number => Math.max(0, Number(height) - blocks)
  const earlierHex = (height: unknown): string => `0x${earlier(height).toString(16)}`
  if (method === 'eth_blockNumber') return earlierHex(result)
  if (method === 'getSlot' || method === 'getBlockHeight') return earlier(result)
  if (!isFacts(result)) return result
  if (method === 'eth_getBlockByNumber') return { ...result, number: earlierHex(result['number']) }
  // whatever else a Solana node answers bears the slot that it is true for
  const { context, value } = result
  if (!isFacts(context)) return result
  const lifetime =
    method === 'getLatestBlockhash' && isFacts(value)
      ? { value: { ...value, lastValidBlockHeight: earlier(value['lastValidBlockHeight']) } }
      : {}
  return { ...result, ...lifetime, context: { ...context, slot: earlier(context['slot']) } }
}

function isFacts(value: unknown): value is Facts {
  return typeof value === 'object' && value !== null
}
