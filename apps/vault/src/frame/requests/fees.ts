import { toHexQuantity, toQuantity } from './quantity.js'

type Fields = { readonly [name: string]: unknown }

/** Asks the node of one network. */
export type Read = (method: string, params: readonly unknown[]) => Promise<unknown>

/** Wei that a block producer is offered where the node names no other: 1 gwei. */
const usualTip = 1_000_000_000n

/** Fees as they are now: twice the base fee and a tip, or one price where there is no market. What was given is kept. [EIP-1559] */
export async function readFees(read: Read, { gasPrice, maxFeePerGas, maxPriorityFeePerGas }: Fields): Promise<Fields> {
  if (gasPrice !== undefined) return {}
  if (maxFeePerGas !== undefined) return { maxPriorityFeePerGas: maxPriorityFeePerGas ?? maxFeePerGas }
  const block = (await read('eth_getBlockByNumber', ['latest', false])) as Fields | null
  if (typeof block?.['baseFeePerGas'] !== 'string') return { gasPrice: await read('eth_gasPrice', []) }
  const tip =
    maxPriorityFeePerGas === undefined
      ? await read('eth_maxPriorityFeePerGas', []).then(toQuantity, () => usualTip)
      : toQuantity(maxPriorityFeePerGas)
  return {
    maxFeePerGas: toHexQuantity(toQuantity(block['baseFeePerGas']) * 2n + tip),
    maxPriorityFeePerGas: toHexQuantity(tip),
  }
}
