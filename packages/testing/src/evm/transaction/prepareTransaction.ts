import { formatEther, type Hex } from 'viem'
import { createRpcError } from '../errors/createRpcError.js'
import { firstParam } from '../methods/firstParam.js'
import { safeText } from '../methods/safeText.js'
import { signerOf } from '../methods/signerOf.js'
import type { WalletCall, WalletContext } from '../provider/walletMethod.js'
import { fillTransaction } from './fillTransaction.js'
import { parseTransaction } from './parseTransaction.js'

export type PreparedTransaction = {
  /** Fills and signs; only when its turn has come, because of the nonce. */
  readonly sign: () => Promise<Hex>
  readonly forward: (method: string, params: readonly unknown[]) => Promise<unknown>
}

/** Checks a transaction, asks the user, and stays on the chain that the user has seen. */
export async function prepareTransaction(context: WalletContext, call: WalletCall): Promise<PreparedTransaction> {
  const request = parseTransaction(firstParam(call.params))
  const { state } = context
  const chain = state.chains.selected()
  const signer = signerOf(context, request.from ?? state.exposed()[0])
  if (request.chainId !== undefined && request.chainId !== chain.id) {
    throw createRpcError(-32_602, `The transaction is for chain ${request.chainId}, the wallet is on ${chain.id}.`)
  }
  if (!request.to && !request.data) throw createRpcError(-32_602, 'Invalid transaction: neither to nor data.')

  const amount = `${formatEther(request.value)} ${safeText(chain.symbol ?? 'ETH')}`
  const what = request.data ? (request.to ? `Call ${request.to} with ${amount}` : 'Deploy a contract') : undefined
  await call.ask('send', what ?? `Send ${amount} to ${request.to}`)

  const forward = (method: string, params: readonly unknown[]): Promise<unknown> =>
    context.forward(chain, method, params)
  const sign = async (): Promise<Hex> =>
    signer.signTransaction(await fillTransaction({ request, from: signer.address, chainId: chain.id, ask: forward }))
  return { sign, forward }
}
