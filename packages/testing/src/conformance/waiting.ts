import { check, describe, fail } from './checks.js'

/** Milliseconds within which an abort must take effect. */
export const promptness = 100

/** Milliseconds after which an event counts as not happening. */
const quiet = 60

/** How a case waits. Everything has a timeout, and every failure names its call. */
export type Waiting = {
  /** The result of a call. Ends the case if it throws, rejects or times out. */
  settle<value>(what: string, call: () => value | Promise<value>): Promise<value>
  /** The error of a call. Ends the case if it resolves or takes longer than `ms`. */
  reject(what: string, call: () => unknown, ms?: number): Promise<unknown>
  /** Waits for a condition. Ends the case on timeout. */
  until(what: string, isSo: () => boolean): Promise<void>
  /** Waits long enough for anything unwanted to appear. */
  quiet(): Promise<void>
}

export function createWaiting(timeout: number): Waiting {
  return {
    settle: (what, call) => later(expectValue(what, call, timeout)),
    reject: (what, call, ms = timeout) => later(expectReason(what, call, ms)),
    async until(what, isSo) {
      for (const end = Date.now() + timeout; !isSo(); await pause(5))
        check(Date.now() < end, `${what}: not within ${timeout} ms.`)
    },
    quiet: () => pause(quiet),
  }
}

/** Lets a case await the promise later without an unhandled rejection. */
function later<value>(promise: Promise<value>): Promise<value> {
  promise.catch(() => undefined)
  return promise
}

async function expectValue<value>(what: string, call: () => value | Promise<value>, ms: number): Promise<value> {
  const outcome = await observe(call, ms)
  if (outcome.status === 'rejected') fail(`${what} failed with ${describe(outcome.reason)}.`, outcome.reason)
  if (outcome.status === 'pending') fail(`${what} did not end within ${ms} ms.`)
  return outcome.value
}

async function expectReason(what: string, call: () => unknown, ms: number): Promise<unknown> {
  const outcome = await observe(call, ms)
  check(outcome.status !== 'pending', `${what} did not reject within ${ms} ms.`)
  if (outcome.status === 'rejected') return outcome.reason
  return fail(`${what} resolved with ${describe(outcome.value)}, but should have rejected.`)
}

type Outcome<value> = PromiseSettledResult<value> | { readonly status: 'pending' }

async function observe<value>(call: () => value | Promise<value>, ms: number): Promise<Outcome<value>> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<Outcome<value>>((resolve) => {
    timer = setTimeout(() => resolve({ status: 'pending' }), ms)
  })
  // asynchronous, so that a synchronous throw becomes a rejection
  const run = async (): Promise<value> => call()
  const done = run().then(
    (result): Outcome<value> => ({ status: 'fulfilled', value: result }),
    (reason: unknown): Outcome<value> => ({ status: 'rejected', reason }),
  )
  try {
    return await Promise.race([done, late])
  } finally {
    clearTimeout(timer)
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}

/** For calls that are never canceled. */
export function never(): AbortSignal {
  return new AbortController().signal
}
