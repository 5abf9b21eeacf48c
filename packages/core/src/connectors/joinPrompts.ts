import { isLatchkeyError } from '../errors/LatchkeyError.js'

/** Opens a prompt of the wallet, or joins the open one. The signal is that of the attempt to connect. */
type JoinPrompt<reply> = (open: () => Promise<reply>, signal: AbortSignal) => Promise<reply>

/**
 * Lets attempts to connect share a prompt: wallets show one at a time, which the user may have lost sight of. Once an attempt
 * has timed out, the next one opens another, as a wallet whose window was closed may never respond.
 */
export function joinPrompts<reply>(): JoinPrompt<reply> {
  let prompt: Promise<reply> | undefined
  return (open, signal) => {
    prompt ??= open()
    const joined = prompt
    const forget = (): void => {
      if (prompt === joined) prompt = undefined
    }
    const onAbort = (): void => {
      if (isLatchkeyError(signal.reason) && signal.reason.code === 'TIMED_OUT') forget()
    }
    signal.addEventListener('abort', onAbort, { once: true })
    joined.then(forget, forget).finally(() => signal.removeEventListener('abort', onAbort))
    return joined
  }
}
