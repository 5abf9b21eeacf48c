import { beginAttempt } from '../../attempts.js'
import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import type { Modal } from '../../modal.js'

export type StepOptions<reply> = {
  /** Of two steps with one key only the newer lives. */
  readonly key: string
  /** Milliseconds. */
  readonly deadline: number
  readonly ask: (signal: AbortSignal) => Promise<reply>
  /** Writes what came of it; gives what comes next. */
  readonly onReply: (reply: reply) => (() => Promise<void>) | undefined
  readonly onError: (error: LatchkeyError) => void
}

/**
 * One step of a flow that has several. It writes only while it is the newest of its key: what answers after the visitor has
 * left, or has begun anew, is told nobody. Resolves when the flow rests. Never rejects.
 */
export async function askStep<reply>(modal: Modal, options: StepOptions<reply>): Promise<void> {
  const { key, deadline, ask, onReply, onError } = options
  const attempt = beginAttempt(modal, { key, deadline })
  let next: (() => Promise<void>) | undefined
  try {
    // asynchronous, so that a connector that throws rejects
    const reply = await attempt.race((async () => ask(attempt.signal))())
    attempt.signal.throwIfAborted()
    next = onReply(reply)
  } catch (cause) {
    const error = toLatchkeyError(cause)
    if (attempt.isLatest()) onError(error)
  } finally {
    attempt.end()
  }
  await next?.()
}
