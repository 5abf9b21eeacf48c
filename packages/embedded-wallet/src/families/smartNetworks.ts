import { type AccountType, type CaipNetworkId, parseCaipNetworkId } from '@latchkey/core'
import type { FrameMemory } from '../storage/frameMemory.js'

/** Chain ids of EVM on which the frame has smart accounts. [S3.7] */
export function getSmartNetworks(memory: FrameMemory): readonly number[] {
  const ids = (memory.get('smartAccountNetworks') ?? '').split(',').map(Number)
  return ids.filter((id) => Number.isSafeInteger(id) && id > 0)
}

/** Which account the frame is asked for: the smart one unless the other is preferred, where the network has any. [S4.14] */
export function toAccountType(
  memory: FrameMemory,
  { caipNetworkId, wish }: { readonly caipNetworkId: CaipNetworkId; readonly wish: AccountType | undefined },
): 'eoa' | 'smartAccount' {
  const { namespace, reference } = parseCaipNetworkId(caipNetworkId) ?? {}
  const isEnabled = namespace === 'eip155' && getSmartNetworks(memory).includes(Number(reference))
  return isEnabled && wish !== 'eoa' ? 'smartAccount' : 'eoa'
}
