import type { FrameMemory } from './frameMemory.js'

/** Whether a visitor has logged in on this page before: only then is the frame asked whether it still knows them. */
export function hasLogin(memory: FrameMemory): boolean {
  return memory.get('emailLoginUsed') === 'true'
}
