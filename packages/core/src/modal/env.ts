/** The part of the Storage interface that is used. */
export type SyncStorage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The outside world. `createModal` reads none of it; after `start()` everything goes through these. */
export type Env = {
  readonly fetch: typeof globalThis.fetch
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Runs once after `ms` milliseconds; returns what cancels it. */
  readonly setTimeout: (run: () => void, ms: number) => () => void
  /** That many bytes from a cryptographic source. */
  readonly random: (length: number) => Uint8Array
  /** Null where there is none. May throw where the browser blocks it. */
  readonly storage: () => SyncStorage | null
  /** Null on a server. */
  readonly window: () => Window | null
}

/** The real world, with parts replaced. */
export function createEnv(overrides: Partial<Env> = {}): Env {
  return {
    // called late and unbound, so that a page may wrap fetch after us
    fetch: (input, init) => globalThis.fetch(input, init),
    now: () => Date.now(),
    setTimeout: (run, ms) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    storage: () => globalThis.localStorage ?? null,
    window: () => globalThis.window ?? null,
    ...overrides,
  }
}
