import type { Modal } from '../../modal.js'
import { swapLimits } from './state.js'

/** Calls what asks for the price of the swap every 10 seconds while the page can be seen, and at once when it is seen again; until `signal` ends it. */
export function watchSwapQuote(modal: Modal, fetchQuote: () => unknown, signal: AbortSignal): void {
  if (signal.aborted) return
  let cancel: (() => void) | undefined
  const page = modal.env.window()?.document
  const isHidden = (): boolean => page?.visibilityState === 'hidden'
  const wait = (): void => {
    cancel?.()
    cancel = modal.env.setTimeout(() => {
      cancel = undefined
      // asked again when it is seen
      if (!isHidden()) ask()
    }, swapLimits.refresh)
  }
  const ask = (): void => {
    fetchQuote()
    wait()
  }
  const onVisible = (): void => {
    if (!isHidden() && !cancel) ask()
  }
  page?.addEventListener('visibilitychange', onVisible, { signal })
  signal.addEventListener('abort', () => cancel?.(), { once: true })
  wait()
}
