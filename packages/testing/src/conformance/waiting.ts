import { check, describe, fail } from './checks.js'

/** Milliseconds within which an abort has to take effect. */
export const promptness = 100

/** Milliseconds after which what has not happened counts as not happening. */
const quiet = 60

/** How a case waits: nothing lasts for ever, and whatever fails is named. */
export type Waiting = {
  /** What the call resolves with. Ends the case when it throws, rejects or takes too long. */
  settle<value>(what: string, call: () => value | Promise<value>): Promise<value>
  /** What the call rejects with, or throws. Ends the case when it resolves or takes longer than `ms`. */
  reject(what: string, call: () => unknown, ms?: number): Promise<unknown>
  /** Until something is so. Ends the case when that takes too long. */
  until(what: string, isSo: () => boolean): Promise<void>
  /** Long enough for anything unwanted to show. */
  quiet(): Promise<void>
}

export function createWaiting(patience: number): Waiting {
  return {
    settle: (what, call) => later(expectValue(what, call, patience)),
    reject: (what, call, ms = patience) => later(expectReason(what, call, ms)),
    async until(what, isSo) {
      for (const end = Date.now() + patience; !isSo(); await pause(5))
        check(Date.now() < end, `${what}: not within ${patience} ms.`)
    },
    quiet: () => pause(quiet),
  }
}

/** Lets a case await it after something else: until then nobody handles it. */
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
  // asynchronous, so that what throws at once rejects
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

/** For calls that nobody cancels. */
export function never(): AbortSignal {
  return new AbortController().signal
}
