import { z } from 'zod'

const hex = z.string().regex(/^0x[0-9a-f]*$/i)

const hash = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/i)
  .toLowerCase()

const address = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/i)
  .toLowerCase()

const bigint = hex.transform((text) => BigInt(text))

const number = hex.transform(Number)

const block = z.object({
  number: number,
  hash,
  parentHash: hash,
  timestamp: number,
  transactions: z.array(
    z.object({ hash, from: address, to: address.nullish(), value: bigint, input: hex, nonce: bigint }),
  ),
})

const receipt = z.object({
  transactionHash: hash,
  transactionIndex: number,
  blockHash: hash,
  // missing before Byzantium
  status: z.string().nullish(),
  contractAddress: address.nullish(),
  logs: z.array(z.object({ address, topics: z.array(hash), data: hex, logIndex: number })),
})

/** A block with its transactions in order. */
export type Block = {
  readonly number: number
  readonly hash: string
  readonly parentHash: string
  /** Seconds. */
  readonly timestamp: number
  readonly transactions: readonly {
    readonly hash: string
    readonly from: string
    readonly to?: string | null | undefined
    readonly value: bigint
    readonly input: string
    readonly nonce: bigint
  }[]
}

export type Receipt = {
  readonly transactionHash: string
  readonly transactionIndex: number
  readonly blockHash: string
  readonly status?: string | null | undefined
  readonly contractAddress?: string | null | undefined
  readonly logs: readonly {
    readonly address: string
    readonly topics: readonly string[]
    readonly data: string
    readonly logIndex: number
  }[]
}

/** `eth_getBlockByNumber` with transactions. Null for a missing block. */
export const blockResponse: z.ZodType<Block | null> = block.nullable()

/** `eth_getBlockReceipts`. */
export const receiptsResponse: z.ZodType<readonly Receipt[]> = z.array(receipt)

/** `eth_getBlockByNumber` without transactions. Null for a missing block. */
export const headResponse: z.ZodType<{ readonly number: number; readonly hash: string } | null> = block
  .pick({ number: true, hash: true })
  .nullable()

/** Ether that a contract sent inside a call. */
export type InternalTransfer = { readonly sender: string; readonly recipient: string; readonly value: bigint }

/** Fields of traces. */
export const traceAddress: z.ZodType<string> = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/i)
  .toLowerCase()

export const traceValue: z.ZodType<bigint> = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform(BigInt)
