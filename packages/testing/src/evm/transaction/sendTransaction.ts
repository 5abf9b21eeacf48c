import { formatEther, type Hex } from 'viem'
import { createRpcError } from '../../scripted/rpc.js'
import { safeText } from '../../scripted/wallet.js'
import { firstParam, getSigner } from '../methods/parameters.js'
import type { WalletCall, WalletContext } from '../provider/walletMethod.js'
import { fillTransaction } from './fillTransaction.js'
import { parseTransaction } from './parseTransaction.js'

/** `eth_sendTransaction`: signs it, sends the raw transaction, and returns its hash. */
export async function sendTransaction(context: WalletContext, call: WalletCall): Promise<unknown> {
  const { sign, forward } = await prepareTransaction(context, call)
  return context.inTurn(async () => forward('eth_sendRawTransaction', [await sign()]))
}

/** `eth_signTransaction`: returns the signed bytes, for the site to send. */
export async function signTransaction(context: WalletContext, call: WalletCall): Promise<Hex> {
  const { sign } = await prepareTransaction(context, call)
  return context.inTurn(sign)
}

export type PreparedTransaction = {
  /** Fills in and signs. Call it only in turn, because of the nonce. */
  readonly sign: () => Promise<Hex>
  readonly forward: (method: string, params: readonly unknown[]) => Promise<unknown>
}

/** Validates a transaction and prompts the user. It stays on the chain that the user has seen. */
async function prepareTransaction(context: WalletContext, call: WalletCall): Promise<PreparedTransaction> {
  const request = parseTransaction(firstParam(call.params))
  const { state } = context
  const chain = state.chains.selected()
  const signer = getSigner(context, request.from ?? state.exposed()[0])
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
