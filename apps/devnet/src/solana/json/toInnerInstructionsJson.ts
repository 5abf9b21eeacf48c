import { base58 } from '@scure/base'
import type { TransactionMetadata } from 'litesvm'

/** The instructions that programs gave to programs, as Solana's JSON has them. */
export function toInnerInstructionsJson(metadata: TransactionMetadata): object[] {
  return metadata.innerInstructions().flatMap((inner, index) => {
    const instructions = inner.map((entry) => ({
      programIdIndex: entry.instruction().programIdIndex(),
      accounts: [...entry.instruction().accounts()],
      data: base58.encode(new Uint8Array(entry.instruction().data())),
      stackHeight: entry.stackHeight(),
    }))
    return instructions.length > 0 ? [{ index, instructions }] : []
  })
}
