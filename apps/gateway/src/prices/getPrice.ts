import type { GatewayContext } from '../context.js'

export type GetPriceOptions = {
  readonly caipNetworkId: string
  /** Its contract or mint; undefined for the native currency. */
  readonly token?: string | undefined
  readonly signal: AbortSignal
}

/** US dollars for a whole token, undefined where nothing tells. Throws 400 for a chain that is not served, and as its node does. */
export async function getPrice(
  { chains, prices }: Pick<GatewayContext, 'chains' | 'prices'>,
  { caipNetworkId, token, signal }: GetPriceOptions,
): Promise<number | undefined> {
  const found = await prices.read(chains.get(caipNetworkId), { tokens: token === undefined ? [] : [token], signal })
  return found.get(token?.toLowerCase() ?? 'native')
}
