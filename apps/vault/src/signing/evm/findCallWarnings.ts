import { zeroAddress } from 'viem'
import type { EvmCall, SummaryWarning } from '../../protocol/summary.js'

const gone = [zeroAddress, '0x000000000000000000000000000000000000dEaD']

/** What there is to say about a call beside what it does. */
export function findCallWarnings(
  call: EvmCall,
  { to, value }: { readonly to: string | null; readonly value: bigint },
): readonly SummaryWarning[] {
  switch (call.type) {
    case 'create':
      return ['contractCreation']
    case 'unknown':
      return ['unknownCall']
    case 'none':
      return value > 0n && to !== null && gone.includes(to) ? ['burn'] : []
    case 'transfer':
    case 'transferFrom':
      return [...gone, call.token].includes(call.to) ? ['burn'] : []
    case 'itemTransfer':
      return [...gone, call.collection].includes(call.to) ? ['burn'] : []
    case 'approve':
    case 'increaseAllowance':
      return call.isUnlimited ? ['unlimitedAllowance'] : []
    case 'approveAll':
      return call.isAllowed ? ['allItems'] : []
    case 'decreaseAllowance':
      return []
    default:
      return call satisfies never
  }
}
