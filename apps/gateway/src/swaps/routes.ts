import type { CaipAddress } from '@latchkey/core'
import { erc20Abi, maxUint256 } from 'viem'
import type { z } from 'zod'
import {
  buildSwapApproval,
  buildSwapTransaction,
  getGasPrice,
  getSwapAllowance,
  getSwapQuotes,
  getSwapTokens,
} from '../api/swaps.js'
import type { ServedChain } from '../chains/chainBook.js'
import { isNativeToken, nativeToken } from '../chains/config.js'
import { readContract } from '../chains/contracts.js'
import { readGasPrices } from '../chains/gasPrices.js'
import type { GatewayContext } from '../context.js'
import { GatewayError } from '../errors.js'
import { createRoute, type Route } from '../http/route.js'
import { findSwapChain, quoteSwap } from './quote.js'
import { buildApproval, buildSwap, estimateCall } from './transactions.js'

/** Hundredths of a percent. [S9.5] */
const defaultSlippage = 100n

/** Swaps in on-chain pools: quotes, fees, and the transactions to sign. [S7.5, S7.6, S7.8 – S7.11] */
export function createSwapRoutes({ chains, now, providers }: GatewayContext): readonly Route[] {
  return [
    createRoute(getSwapQuotes, async ({ query: { from, to, amount, userAddress }, signal }) => {
      const chain = findSwapChain(chains, [from, to, userAddress])
      const route = await providers.track('swaps', chain.caipNetworkId, () =>
        quoteSwap(chain, { from, to, amount, signal }),
      )
      if (!route) return { quotes: [] }
      const quote = {
        id: `${route.blockNumber}:${route.path.join('-')}`,
        fromAmount: String(amount),
        fromAccount: from.caipAddress,
        toAmount: String(route.toAmount),
        toAccount: to.caipAddress,
        blockNumber: String(route.blockNumber),
        router: `eip155:${chain.reference}:${chain.swap.router}`,
      }
      return { quotes: [quote] }
    }),
    createRoute(getSwapTokens, ({ query }) => ({ tokens: listSwapTokens(chains.get(query.chainId)) })),
    createRoute(getSwapAllowance, async ({ query: { tokenAddress, userAddress }, signal }) => {
      const { node, swap } = findSwapChain(chains, [tokenAddress, userAddress])
      // the native currency is sent, so it needs no allowance
      if (isNativeToken(tokenAddress.address)) return { allowance: String(maxUint256) }
      const args = [userAddress.address, swap.router] as const
      const read = { to: tokenAddress.address, abi: erc20Abi, functionName: 'allowance', args } as const
      return { allowance: String(await readContract(node, { ...read, signal })) }
    }),
    createRoute(getGasPrice, async ({ query, signal }) => {
      const chain = chains.get(query.chainId)
      if (chain.namespace !== 'eip155')
        throw new GatewayError('This chain has no gas price.', { status: 400, code: 'UNSUPPORTED_CHAIN' })
      const { standard, fast, instant } = await readGasPrices(chain.node, signal)
      return { standard: String(standard), fast: String(fast), instant: String(instant) }
    }),
    createRoute(buildSwapApproval, async ({ query: { from, to, userAddress, amount }, signal }) => {
      const chain = findSwapChain(chains, [from, to, userAddress])
      if (isNativeToken(from.address))
        throw new GatewayError('The native currency needs no approval.', { status: 400, code: 'BAD_REQUEST' })
      // never more than could be swapped now
      const balance = {
        to: from.address,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [userAddress.address],
      } as const
      const approved = amount ?? (await readContract(chain.node, { ...balance, signal }))
      const [{ call, gas }, gasPrice] = await Promise.all([
        buildApproval(chain, { token: from.address, owner: userAddress.address, amount: approved, signal }),
        readGasPrices(chain.node, signal),
      ])
      const eip155 = { gas: String(gas), gasPrice: String(gasPrice.standard) }
      return { tx: { from: userAddress.caipAddress, to: from.caipAddress, data: call.data, value: '0', eip155 } }
    }),
    createRoute(buildSwapTransaction, async ({ body, signal }) => {
      const { userAddress: user, eip155, disableEstimate, ...swap } = body
      const chain = findSwapChain(chains, [swap.from, swap.to, user])
      const slippage = eip155?.slippage ?? defaultSlippage
      const call = await providers.track('swaps', chain.caipNetworkId, () =>
        buildSwap(chain, { ...swap, user, slippage, minimum: eip155?.minimum, now: now(), signal }),
      )
      if (!call) throw new GatewayError('No pool offers this swap.', { status: 400, code: 'NO_LIQUIDITY' })
      const [gas, gasPrice] = await Promise.all([
        disableEstimate ? undefined : estimateCall(chain, { from: user.address, call, signal }),
        readGasPrices(chain.node, signal),
      ])
      const to: CaipAddress = `eip155:${chain.reference}:${call.to}`
      const fees = { ...(gas !== undefined && { gas: String(gas) }), gasPrice: String(gasPrice.standard) }
      return { tx: { from: user.caipAddress, to, data: call.data, amount: String(call.value), eip155: fees } }
    }),
  ]
}

type SwapToken = z.output<typeof getSwapTokens.response>['tokens'][number]

/** Lists the swappable tokens of a chain: the native currency and its listed tokens. Empty without a market. */
function listSwapTokens({ caipNetworkId, nativeCurrency, tokens = [], swap }: ServedChain): readonly SwapToken[] {
  if (!swap) return []
  const listed = tokens.filter(({ spam }) => spam !== true)
  return [
    { ...nativeCurrency, address: `${caipNetworkId}:${nativeToken}` },
    ...listed.map(({ spam: _, address, ...token }) => ({ ...token, address: `${caipNetworkId}:${address}` })),
  ]
}
