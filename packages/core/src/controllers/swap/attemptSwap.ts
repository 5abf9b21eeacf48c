import { type Attempt, beginAttempt } from '../../attempts.js'
import { deadlines } from '../../deadlines.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import type { Modal } from '../../modal.js'
import type { SwapFault } from './state.js'
import { toSwapFault } from './toSwapFault.js'

/** Does what waits for an answer; of two with one `key` only the newer lives. A fault of that one goes to `fail`. Never rejects. */
export async function attemptSwap(
  modal: Modal,
  key: string,
  run: (attempt: Attempt) => Promise<void>,
  fail: (error: SwapFault) => void,
): Promise<void> {
  const attempt = beginAttempt(modal, { key, deadline: deadlines.read })
  try {
    await run(attempt)
  } catch (cause) {
    const error = toSwapFault(toLatchkeyError(cause))
    if (attempt.isLatest()) fail(error)
  } finally {
    attempt.end()
  }
}
