import type { FrameChainId } from '../protocol/values.js'
import type { FrameMemory } from './frameMemory.js'

/** The chain that the wallet was last used on, in the form that the frame gave it. */
export function getLastChain(memory: FrameMemory): FrameChainId | undefined {
  const stored = memory.get('lastChain')
  if (!stored || stored.length > 128) return undefined
  return /^\d{1,15}$/.test(stored) ? Number(stored) : stored
}

export function setLastChain(memory: FrameMemory, chainId: FrameChainId): void {
  memory.set('lastChain', String(chainId))
}
