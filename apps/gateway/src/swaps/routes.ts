import type { CaipAddress } from '@latchkey/core'
import { erc20Abi, maxUint256 } from 'viem'
import { z } from 'zod'
import type { ServedChain } from '../chains/chainBook.js'
import { isNativeToken, nativeToken } from '../chains/config.js'
import { readContract } from '../chains/contracts.js'
import { readGasPrices } from '../chains/gasPrices.js'
import type { GatewayContext } from '../context.js'
import { GatewayError } from '../errors.js'
import { parseInput, type Route, toJsonResponse } from '../http/route.js'
import { quoteSwap } from './quote.js'
import { amountField, findSwapChain, slippageField, swapAddressField } from './trade.js'
import { buildApproval, buildSwap, estimateCall } from './transactions.js'

type SwapToken = {
  readonly name: string
  readonly symbol: string
  /** CAIP-10. */
  readonly address: string
  readonly decimals: number
  readonly logoUri?: string | undefined
}

/** What can be swapped on a chain: its native currency, and what is listed of it. Nothing where it has no market. */
function listSwapTokens({ caipNetworkId, nativeCurrency, tokens = [], swap }: ServedChain): readonly SwapToken[] {
  if (!swap) return []
  const { name, symbol, decimals } = nativeCurrency
  const listed = tokens.filter(({ spam }) => spam !== true)
  return [
    { name, symbol, decimals, address: `${caipNetworkId}:${nativeToken}` },
    ...listed.map(({ spam: _, address, ...token }) => ({ ...token, address: `${caipNetworkId}:${address}` })),
  ]
}

const pair = z.object({ from: swapAddressField, to: swapAddressField, userAddress: swapAddressField })

const approval = pair.extend({ amount: amountField.optional() })

const trade = pair.extend({ amount: amountField })

const transaction = trade.extend({
  // `minimum`: the least that the caller takes, however the price has moved since it asked
  eip155: z.object({ slippage: slippageField.optional(), minimum: amountField.optional() }).optional(),
  disableEstimate: z.boolean().default(false),
})

const allowed = z.object({ tokenAddress: swapAddressField, userAddress: swapAddressField })

const chainField = z.object({ chainId: z.string() })

/** Hundredths of a per cent, where none is told. [S9.5] */
const defaultSlippage = 100n

/** Swaps in pools on chain: what they give, what they cost, and the transactions to be signed. [S7.5, S7.6, S7.8 – S7.11] */
export function createSwapRoutes({ chains, now }: GatewayContext): readonly Route[] {
  const get = (path: string, answer: Route['answer']): Route => ({ method: 'GET', path: `/v1/convert/${path}`, answer })
  return [
    get('quotes', async ({ query, signal }) => {
      const { from, to, amount, userAddress } = parseInput(trade, Object.fromEntries(query))
      const chain = findSwapChain(chains, [from, to, userAddress])
      const route = await quoteSwap(chain, { from, to, amount, signal })
      if (!route) return toJsonResponse({ quotes: [] })
      const quote = {
        id: `${route.blockNumber}:${route.path.join('-')}`,
        fromAmount: String(amount),
        fromAccount: from.caipAddress,
        toAmount: String(route.toAmount),
        toAccount: to.caipAddress,
        blockNumber: String(route.blockNumber),
        router: `eip155:${chain.reference}:${chain.swap.router}`,
      }
      return toJsonResponse({ quotes: [quote] })
    }),
    get('tokens', ({ query }) => {
      const { chainId } = parseInput(chainField, Object.fromEntries(query))
      return toJsonResponse({ tokens: listSwapTokens(chains.get(chainId)) }, { maxAge: 300 })
    }),
    get('allowance', async ({ query, signal }) => {
      const { tokenAddress, userAddress } = parseInput(allowed, Object.fromEntries(query))
      const { node, swap } = findSwapChain(chains, [tokenAddress, userAddress])
      // the native currency is sent, never taken
      if (isNativeToken(tokenAddress.address)) return toJsonResponse({ allowance: String(maxUint256) })
      const args = [userAddress.address, swap.router] as const
      const read = { to: tokenAddress.address, abi: erc20Abi, functionName: 'allowance', args } as const
      return toJsonResponse({ allowance: String(await readContract(node, { ...read, signal })) })
    }),
    get('gas-price', async ({ query, signal }) => {
      const chain = chains.get(parseInput(chainField, Object.fromEntries(query)).chainId)
      if (chain.namespace !== 'eip155')
        throw new GatewayError('That chain has no price of gas.', { status: 400, code: 'UNSUPPORTED_CHAIN' })
      const { standard, fast, instant } = await readGasPrices(chain.node, signal)
      return toJsonResponse({ standard: String(standard), fast: String(fast), instant: String(instant) })
    }),
    get('build-approve', async ({ query, signal }) => {
      const { from, to, userAddress, amount } = parseInput(approval, Object.fromEntries(query))
      const chain = findSwapChain(chains, [from, to, userAddress])
      if (isNativeToken(from.address))
        throw new GatewayError('The native currency needs no approval.', { status: 400, code: 'BAD_REQUEST' })
      // never more than could be swapped now
      const owned = { to: from.address, abi: erc20Abi, functionName: 'balanceOf', args: [userAddress.address] } as const
      const most = amount ?? (await readContract(chain.node, { ...owned, signal }))
      const wish = { token: from.address, owner: userAddress.address, amount: most, signal }
      const [{ call, gas }, gasPrice] = await Promise.all([
        buildApproval(chain, wish),
        readGasPrices(chain.node, signal),
      ])
      const eip155 = { gas: String(gas), gasPrice: String(gasPrice.standard) }
      const tx = { from: userAddress.caipAddress, to: from.caipAddress, data: call.data, value: '0', eip155 }
      return toJsonResponse({ tx })
    }),
    {
      method: 'POST',
      path: '/v1/convert/build-transaction',
      answer: async ({ body, signal }) => {
        const { userAddress: user, eip155, disableEstimate, ...swap } = parseInput(transaction, body)
        const chain = findSwapChain(chains, [swap.from, swap.to, user])
        const slippage = eip155?.slippage ?? defaultSlippage
        const call = await buildSwap(chain, { ...swap, user, slippage, minimum: eip155?.minimum, now: now(), signal })
        if (!call) throw new GatewayError('No pool gives that.', { status: 400, code: 'NO_LIQUIDITY' })
        const [gas, gasPrice] = await Promise.all([
          disableEstimate ? undefined : estimateCall(chain, { from: user.address, call, signal }),
          readGasPrices(chain.node, signal),
        ])
        const to: CaipAddress = `eip155:${chain.reference}:${call.to}`
        const fees = { ...(gas !== undefined && { gas: String(gas) }), gasPrice: String(gasPrice.standard) }
        const tx = { from: user.caipAddress, to, data: call.data, amount: String(call.value), eip155: fees }
        return toJsonResponse({ tx })
      },
    },
  ]
}
