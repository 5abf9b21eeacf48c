import { encodeFunctionData, erc20Abi, type Hex, keccak256, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { z } from 'zod'
import type { ServedChain } from '../chains/chainBook.js'
import { readGasPrices } from '../chains/gasPrices.js'
import { NodeError } from '../errors.js'
import type { Order } from '../onramp/orders.js'

const quantity = z.string().regex(/^0x[0-9a-f]{1,64}$/i)

const receipt = z.object({ status: quantity }).nullable()

/** Signs the transaction that delivers an order without sending it. Rejects with `NodeError` if it would fail. */
export async function signDelivery(
  chain: ServedChain,
  { order, key, signal }: { readonly order: Order; readonly key: Hex; readonly signal: AbortSignal },
): Promise<{ readonly raw: Hex; readonly hash: Hex }> {
  const account = privateKeyToAccount(key)
  const [address, amount] = [order.address as Hex, BigInt(order.amount)]
  const transfer = (): Hex => encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [address, amount] })
  const call =
    order.token === undefined ? { to: address, value: amount } : { to: order.token as Hex, data: transfer(), value: 0n }
  const { value, ...rest } = call
  const readQuantity = async (method: string, params: readonly unknown[]): Promise<bigint> =>
    BigInt(quantity.parse(await chain.node.call({ method, params, signal })))
  const [nonce, gas, { instant }] = await Promise.all([
    readQuantity('eth_getTransactionCount', [account.address, 'pending']),
    readQuantity('eth_estimateGas', [{ from: account.address, value: toHex(value), ...rest }]),
    readGasPrices(chain.node, signal),
  ])
  const raw = await account.signTransaction({
    ...call,
    type: 'legacy',
    chainId: Number(chain.reference),
    nonce: Number(nonce),
    gas: (gas * 6n) / 5n,
    gasPrice: instant,
  })
  return { raw, hash: keccak256(raw) }
}

/** Sends a signed transaction. May be repeated. */
export async function sendRaw({ node }: ServedChain, raw: string, signal: AbortSignal): Promise<void> {
  try {
    await node.call({ method: 'eth_sendRawTransaction', params: [raw], signal })
  } catch (cause) {
    // 'already known', or this very transaction has used the nonce: the receipt decides
    if (!(cause instanceof NodeError)) throw cause
  }
}

/** Whether the transaction succeeded; undefined until it is mined. */
export async function findOutcome(
  { node }: ServedChain,
  hash: string,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const found = receipt.parse(await node.call({ method: 'eth_getTransactionReceipt', params: [hash], signal }))
  return found === null ? undefined : BigInt(found.status) === 1n
}
