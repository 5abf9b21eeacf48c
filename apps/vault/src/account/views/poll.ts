import { VaultError } from '../../frame/errors.js'

/** As long as a login is valid: ten minutes or more of long polls of up to 20 seconds each. */
const maxPolls = 60

/** Consecutive failures of the vault, its email or its dependencies before we give up. */
const maxFailures = 5

/**
 * Repeats a long poll until it resolves with true. Returns false after the last poll, or once `isOver` returns true. Retries after failures to
 * reach the vault: browsers of phones drop connections while the user is in another app.
 */
export async function poll(ask: () => Promise<boolean>, isOver: () => boolean = () => false): Promise<boolean> {
  let failures = 0
  for (let asks = 0; asks < maxPolls && !isOver(); asks++)
    try {
      if (await ask()) return true
      failures = 0
    } catch (cause) {
      const isPassing = cause instanceof VaultError && ['UNAVAILABLE', 'MAIL_FAILED'].includes(cause.code)
      failures += 1
      if (!isPassing || failures >= maxFailures) throw cause
      await new Promise((resolve) => window.setTimeout(resolve, (cause.retryAfter ?? 2) * 1_000))
    }
  return false
}
