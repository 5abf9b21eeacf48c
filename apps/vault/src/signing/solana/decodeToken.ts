import { base58 } from '@scure/base'
import type { SolanaInstruction } from '../../protocol/solanaSummary.js'
import { createReader } from './createReader.js'
import { accountAt, type InstructionDecoder } from './instructionParts.js'

/** More than half of what the number can say is more than any token has. */
const unlimited = 2n ** 63n

const authorities = ['mint', 'freeze', 'owner', 'close'] as const

/** The token program, and what Token-2022 has in common with it. */
export const decodeToken: InstructionDecoder = ({ data, accounts }) => {
  const reader = createReader(data)
  const instruction = read()
  return instruction && reader.offset() === data.length ? instruction : null

  function read(): SolanaInstruction | null {
    const at = (index: number) => accountAt(accounts, index)
    const amount = (): string => reader.uint(8).toString()
    switch (reader.byte()) {
      case 3:
        return { type: 'tokenTransfer', from: at(0), to: at(1), authority: at(2), amount: amount() }
      case 12: {
        const counted = { amount: amount(), decimals: reader.byte() }
        return { type: 'tokenTransfer', from: at(0), mint: at(1), to: at(2), authority: at(3), ...counted }
      }
      case 4:
        return { type: 'tokenApprove', account: at(0), delegate: at(1), ...toLimit(reader.uint(8)) }
      case 13: {
        const counted = { ...toLimit(reader.uint(8)), decimals: reader.byte() }
        return { type: 'tokenApprove', account: at(0), mint: at(1), delegate: at(2), ...counted }
      }
      case 5:
        return { type: 'tokenRevoke', account: at(0) }
      case 6: {
        const authority = authorities[reader.byte()] ?? 'other'
        const next = reader.byte() === 1 ? base58.encode(reader.bytes(32)) : null
        return { type: 'tokenAuthority', account: at(0), authority, next }
      }
      case 8:
        return { type: 'tokenBurn', account: at(0), mint: at(1), amount: amount() }
      case 15:
        return { type: 'tokenBurn', account: at(0), mint: at(1), amount: amount(), decimals: reader.byte() }
      case 9:
        return { type: 'tokenClose', account: at(0), to: at(1) }
      default:
        return null
    }
  }
}

function toLimit(amount: bigint): { readonly amount: string; readonly isUnlimited: boolean } {
  return { amount: amount.toString(), isUnlimited: amount >= unlimited }
}
