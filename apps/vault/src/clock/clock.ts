import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The system clock, shifted by the milliseconds in a file, so that developers can test later states. For development only: anyone who
 * can write the file could revive expired data. Without the file the shift is 0.
 */
export function createFileClock(file: string): () => number {
  return () => Date.now() + readOffset(file)
}

function readOffset(file: string): number {
  try {
    const offset = Number(readFileSync(file, 'utf8'))
    return Number.isFinite(offset) ? offset : 0
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return 0
    throw cause
  }
}

/** Waits for `ms` milliseconds. Rejects when the signal aborts. Doesn't keep the process alive. */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false })
}
