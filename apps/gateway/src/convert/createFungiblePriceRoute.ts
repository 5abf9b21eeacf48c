import { parseCaipAddress } from '@latchkey/core'
import { isAddress } from '@latchkey/core/plugin'
import { z } from 'zod'
import type { ServedChain } from '../chains/createChainBook.js'
import type { GatewayContext } from '../context.js'
import { toJsonAnswer } from '../http/answer.js'
import { parseInput } from '../http/parseInput.js'
import type { Route } from '../http/route.js'
import { isNativeToken } from './nativeToken.js'

const field = z.string().transform((caipAddress, context) => {
  const parts = parseCaipAddress(caipAddress)
  const isKnown = parts?.namespace === 'eip155' || parts?.namespace === 'solana'
  if (isKnown && isAddress(parts.namespace, parts.address))
    return { caipAddress, caipNetworkId: `${parts.namespace}:${parts.reference}`, address: parts.address }
  context.addIssue('is no token (CAIP-10)')
  return z.NEVER
})
const question = z.object({ currency: z.literal('usd').default('usd'), addresses: z.array(field).min(1).max(10) })

type Asked = z.output<typeof field>

/** What tokens cost in US dollars. Those without a price, or that nothing is known of, are left out. [S7.7] */
export function createFungiblePriceRoute({ chains, prices }: GatewayContext): Route {
  return {
    method: 'POST',
    path: '/v1/fungible/price',
    answer: async ({ body, signal }) => {
      const { addresses } = parseInput(question, body)
      const served = [...new Set(addresses.map(({ caipNetworkId }) => caipNetworkId))].map((id) => chains.get(id))
      const read = async (chain: ServedChain): Promise<readonly object[]> => {
        const asked = addresses.filter(({ caipNetworkId }) => caipNetworkId === chain.caipNetworkId)
        const tokens = asked.map(({ address }) => address).filter((address) => !isNativeToken(address))
        return toFungibles(chain, { asked, found: await prices.read(chain, { tokens, signal }) })
      }
      return toJsonAnswer({ fungibles: (await Promise.all(served.map(read))).flat() })
    },
  }
}

function toFungibles(
  { nativeCurrency, tokens = [] }: ServedChain,
  { asked, found }: { readonly asked: readonly Asked[]; readonly found: ReadonlyMap<string, number> },
): readonly object[] {
  return asked.flatMap(({ caipAddress, address }) => {
    const key = address.toLowerCase()
    const isNative = isNativeToken(address)
    const price = found.get(isNative ? 'native' : key)
    const token = isNative ? nativeCurrency : tokens.find((one) => one.address.toLowerCase() === key)
    if (price === undefined || !token) return []
    const { name, symbol, logoUri } = { logoUri: undefined, ...token }
    return [{ address: caipAddress, name, symbol, price, ...(logoUri !== undefined && { iconUrl: logoUri }) }]
  })
}
