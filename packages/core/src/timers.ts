import { internals, type Modal } from './modal.js'

/** Runs something later; a timer of the same name is replaced. The end of the modal leaves none, and allows none. */
export function setTimer(modal: Modal, name: string, run: () => void, ms: number): void {
  const { timers, signal } = modal[internals]
  if (signal.aborted) return
  clearTimer(modal, name)
  const cancel = modal.env.setTimeout(() => {
    timers.delete(name)
    run()
  }, ms)
  timers.set(name, cancel)
}

export function clearTimer(modal: Modal, name: string): void {
  const { timers } = modal[internals]
  timers.get(name)?.()
  timers.delete(name)
}

export function hasTimer(modal: Modal, name: string): boolean {
  return modal[internals].timers.has(name)
}
