import type { wait } from '../../clock/clock.js'

export type HandClock = {
  readonly wait: typeof wait
  /** Returns the durations of the pending waits, in milliseconds. */
  readonly getWaits: () => readonly number[]
  readonly pass: (ms: number) => void
}

/** A clock that only moves when advanced. */
export function createHandClock(): HandClock {
  type Wait = { readonly ms: number; readonly due: number; readonly resolve: () => void }
  const waits: Wait[] = []
  let time = 0
  const remove = (one: Wait): void => {
    const place = waits.indexOf(one)
    if (place >= 0) waits.splice(place, 1)
  }
  return {
    wait: (ms, signal) =>
      new Promise((resolve, reject) => {
        const one = { ms, due: time + ms, resolve }
        if (signal.aborted) return reject(signal.reason)
        waits.push(one)
        signal.addEventListener('abort', () => {
          remove(one)
          reject(signal.reason)
        })
      }),
    getWaits: () => waits.map(({ ms }) => ms),
    pass: (ms) => {
      time += ms
      for (const one of waits.filter(({ due }) => due <= time)) {
        remove(one)
        one.resolve()
      }
    },
  }
}
