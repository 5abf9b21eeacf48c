import { SiwxRefusal } from './SiwxRefusal.js'

/** Seconds. */
const retryAfter = 5

/** What another system gives. Where it fails, 503: nothing is known then, and nothing is refused for good. */
export async function whileAvailable<value>(what: string, promise: Promise<value>): Promise<value> {
  try {
    return await promise
  } catch (cause) {
    if (cause instanceof SiwxRefusal) throw cause
    throw new SiwxRefusal(`${what} does not answer now. The same may be sent again.`, {
      status: 503,
      code: 'UNAVAILABLE',
      retryAfter,
      cause,
    })
  }
}
