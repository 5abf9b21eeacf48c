import { type Address, decodeAbiParameters, type Hex, slice, toEventSelector } from 'viem'
import { z } from 'zod'
import type { SimulatedAsset } from '../../protocol/simulation.js'

export const hex: z.ZodType<Hex> = z
  .string()
  .regex(/^0x([\da-fA-F]{2})*$/)
  .transform((text) => text as Hex)

/** An event log of a contract. */
export type EvmLog = { readonly address: string; readonly topics: readonly Hex[]; readonly data: Hex }
export const evmLog: z.ZodType<EvmLog> = z.object({ address: hex, topics: z.array(hex).max(4), data: hex })

/**
 * State to read before and after the messages to find their effects. Contracts report it themselves, so each is trusted
 * only about itself.
 */
export type Findings = {
  /** Contracts that may be tokens of the account, in lower case; those that report a transfer of it first. */
  readonly tokens: readonly string[]
  /** Number of tokens that report a transfer. */
  readonly claimed: number
  readonly pairs: readonly { readonly token: string; readonly spender: Address }[]
  /** Change of the account's balance of an item. */
  readonly items: readonly { readonly address: string; readonly id: bigint; readonly change: bigint }[]
  /** Approvals of items and collections. */
  readonly rights: readonly { readonly asset: SimulatedAsset; readonly spender: Address }[]
}

const events = {
  transfer: toEventSelector('Transfer(address,address,uint256)'),
  approval: toEventSelector('Approval(address,address,uint256)'),
  approvalForAll: toEventSelector('ApprovalForAll(address,address,bool)'),
  transferSingle: toEventSelector('TransferSingle(address,address,address,uint256,uint256)'),
  transferBatch: toEventSelector('TransferBatch(address,address,address,uint256[],uint256[])'),
} as const

const nobody = `0x${'0'.repeat(40)}`

/** Reads the event logs that concern an account. Anything that doesn't match the standards counts as an unknown event of that contract. */
export function readLogs(logs: readonly EvmLog[], owner: string): Findings {
  const account = owner.toLowerCase()
  const claimed = new Set<string>()
  const named = new Set<string>()
  const others = new Set<string>()
  const collections = new Set<string>()
  const pairs = new Map<string, Findings['pairs'][number]>()
  const items = new Map<string, { address: string; id: bigint; change: bigint }>()
  const rights = new Map<string, Findings['rights'][number]>()

  const move = (address: string, { from, to, id, amount }: Move): void => {
    collections.add(address)
    if (from === to) return
    const key = `${address} ${id}`
    const item = items.get(key) ?? { address, id, change: 0n }
    items.set(key, item)
    item.change += (to === account ? amount : 0n) - (from === account ? amount : 0n)
  }

  for (const log of logs) {
    const address = log.address.toLowerCase()
    const moves = readItemMoves(log)
    const [kind, first, second, third] = log.topics
    for (const one of moves) if (one.from === account || one.to === account) move(address, one)
    if (moves.length > 0) collections.add(address)
    else if (first !== undefined && second !== undefined && toAddress(first) === account) {
      const spender = toAddress(second)
      if (kind === events.approval && third === undefined)
        pairs.set(`${address} ${spender}`, { token: address, spender })
      if (kind === events.approval && third !== undefined && spender !== nobody)
        rights.set(`${address} ${third}`, {
          asset: { type: 'item', address, id: `${BigInt(third)}`, symbol: null },
          spender,
        })
      if (kind === events.approvalForAll)
        toggle(
          rights,
          `${address} all ${spender}`,
          /[^0x]/.test(log.data) && {
            asset: { type: 'collection', address, symbol: null },
            spender,
          },
        )
    }
    const isNamed = log.topics.slice(1).some((topic) => toAddress(topic) === account)
    const isClaim = isNamed && kind === events.transfer
    ;(isClaim ? claimed : isNamed ? named : others).add(address)
  }
  const list = [...new Set([...claimed, ...named, ...others])].filter((address) => !collections.has(address))
  return {
    tokens: list,
    claimed: list.filter((address) => claimed.has(address)).length,
    pairs: [...pairs.values()],
    items: [...items.values()].filter(({ change }) => change !== 0n),
    rights: [...rights.values()],
  }
}

function toggle<value>(map: Map<string, value>, key: string, entry: value | false): void {
  if (entry === false) map.delete(key)
  else map.set(key, entry)
}

type Move = { readonly from: string; readonly to: string; readonly id: bigint; readonly amount: bigint }

function readItemMoves({ topics, data }: EvmLog): readonly Move[] {
  const [kind, first, second, third] = topics
  if (first === undefined || second === undefined || third === undefined) return []
  try {
    if (kind === events.transfer)
      return [{ from: toAddress(first), to: toAddress(second), id: BigInt(third), amount: 1n }]
    const ends = { from: toAddress(second), to: toAddress(third) }
    if (kind === events.transferSingle) {
      const [id, amount] = decodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], data)
      return [{ ...ends, id, amount }]
    }
    if (kind !== events.transferBatch) return []
    const [ids, amounts] = decodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], data)
    return ids.map((id, index) => ({ ...ends, id, amount: amounts[index] ?? 0n }))
  } catch {
    return [] // it only shares the name of a standard event
  }
}

function toAddress(topic: Hex): Address {
  return topic.length === 66 ? (slice(topic, 12).toLowerCase() as Address) : '0x'
}
