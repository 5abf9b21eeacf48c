import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds. Rejects when the signal aborts. Keeps no process alive. */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false })
}
