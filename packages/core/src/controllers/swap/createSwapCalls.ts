import { buildSwapApproval } from '../../api/blockchain/buildSwapApproval.js'
import { buildSwapTransaction } from '../../api/blockchain/buildSwapTransaction.js'
import { fetchAllowance } from '../../api/blockchain/fetchAllowance.js'
import { fetchGasPrice } from '../../api/blockchain/fetchGasPrice.js'
import { fetchSwapQuotes } from '../../api/blockchain/fetchSwapQuotes.js'
import { fetchTokenPrices } from '../../api/blockchain/fetchTokenPrices.js'
import { isChainServed } from '../../api/blockchain/isChainServed.js'
import type { BuiltTransaction, GasPrice, SwapQuote, TokenPrice } from '../../api/blockchain/types.js'
import { GasPriceNotSupportedError, SwapNotSupportedError } from '../../errors/swap.js'
import type { Modal } from '../../modal.js'
import { type CaipAddress, type CaipNetworkId, toCaipAddress } from '../../utils/caip.js'

export type SwapPair = { readonly from: CaipAddress; readonly to: CaipAddress }

export type SwapCalls = {
  prices(addresses: readonly CaipAddress[]): Promise<readonly TokenPrice[]>
  quotes(request: SwapPair & { readonly amount: bigint; readonly gasPrice: bigint }): Promise<readonly SwapQuote[]>
  /** Atomic units. */
  allowance(tokenAddress: CaipAddress): Promise<bigint>
  gasPrice(): Promise<GasPrice>
  buildTransaction(
    request: SwapPair & {
      readonly amount: bigint
      /** The least that it may give, and what it is expected to. */
      readonly minimum: bigint
      readonly expected: bigint
      readonly disableEstimate?: boolean | undefined
    },
  ): Promise<BuiltTransaction>
  buildApproval(request: SwapPair & { readonly amount: bigint }): Promise<BuiltTransaction>
}

export type SwapCallsOptions = {
  readonly caipNetworkId: CaipNetworkId
  /** Whose swap it is. */
  readonly address: string
  readonly signal: AbortSignal
}

/**
 * The calls that a swap makes. On a network that the service does not serve nothing is asked: what would be read is empty, and
 * what cannot be empty throws `GAS_PRICE_NOT_SUPPORTED` or `SWAP_NOT_SUPPORTED`. [S5.13]
 */
export function createSwapCalls(modal: Modal, { caipNetworkId, address, signal }: SwapCallsOptions): SwapCalls {
  const userAddress = toCaipAddress(caipNetworkId, address)
  const isServed = (): Promise<boolean> => isChainServed(modal, caipNetworkId, signal)
  return {
    prices: async (addresses) => ((await isServed()) ? fetchTokenPrices(modal, { addresses, signal }) : []),
    quotes: async (request) => ((await isServed()) ? fetchSwapQuotes(modal, { ...request, userAddress, signal }) : []),
    allowance: async (tokenAddress) =>
      (await isServed()) ? fetchAllowance(modal, { tokenAddress, userAddress, signal }) : 0n,
    async gasPrice() {
      if (!(await isServed())) throw new GasPriceNotSupportedError({ details: caipNetworkId })
      return fetchGasPrice(modal, { caipNetworkId, signal })
    },
    async buildTransaction(request) {
      if (!(await isServed())) throw new SwapNotSupportedError({ details: caipNetworkId })
      return (await buildSwapTransaction(modal, { ...request, userAddress, signal })).tx
    },
    async buildApproval(request) {
      if (!(await isServed())) throw new SwapNotSupportedError({ details: caipNetworkId })
      return (await buildSwapApproval(modal, { ...request, userAddress, signal })).tx
    },
  }
}
