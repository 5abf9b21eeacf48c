/** The subset of the Storage interface that the modal uses. */
export type SyncStorage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The outside world. `createModal` doesn't access it; after `start()` every access goes through this object. */
export type Env = {
  readonly fetch: typeof globalThis.fetch
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Runs a function once after `ms` milliseconds. Returns a function that cancels it. */
  readonly setTimeout: (run: () => void, ms: number) => () => void
  /** Returns `length` cryptographically random bytes. */
  readonly random: (length: number) => Uint8Array
  /** The user's time zone, by IANA name. */
  readonly timeZone: () => string
  /** Null if there is none. May throw if the browser blocks it. */
  readonly storage: () => SyncStorage | null
  /** Null on a server. */
  readonly window: () => Window | null
}

/** Returns the real environment with the given overrides. */
export function createEnv(overrides: Partial<Env> = {}): Env {
  return {
    // looked up on each call, so that a page can wrap fetch later
    fetch: (input, init) => globalThis.fetch(input, init),
    now: () => Date.now(),
    setTimeout: (run, ms) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    timeZone: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    storage: () => globalThis.localStorage ?? null,
    window: () => globalThis.window ?? null,
    ...overrides,
  }
}
