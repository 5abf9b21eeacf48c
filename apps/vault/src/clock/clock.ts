import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The machine's clock, moved by the milliseconds that stand in the file, so that a developer can see what happens later. For
 * development only: who can write the file could take up what has expired. No file moves nothing.
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

/** Milliseconds. Rejects when the signal aborts. Keeps no process alive. */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false })
}
