import type { FrameMemory } from './frameMemory.js'

/** Forgets who was logged in. [S4.33] */
export function clearLogin(memory: FrameMemory): void {
  for (const key of ['emailLoginUsed', 'email', 'lastChain', 'username', 'socialProvider'] as const) memory.delete(key)
}
