import { loadModule, type Namespace } from '@latchkey/core'
import type { UiModal } from '../uiModal.js'

export type BalanceWatch = {
  /** Reads the balance of a chain family from now on, or no more. */
  watch(isWanted: boolean, namespace: Namespace | undefined): void
  stop(): void
}

/** Keeps the native balance read while a button shows it; the code for that is loaded with the first. */
export function createBalanceWatch(modal: UiModal): BalanceWatch {
  let wanted: { readonly namespace: Namespace | undefined } | undefined
  let end: (() => void) | undefined

  const stop = (): void => {
    wanted = undefined
    end?.()
    end = undefined
  }
  return {
    watch(isWanted, namespace) {
      if (isWanted === (wanted !== undefined) && wanted?.namespace === namespace) return
      stop()
      if (!isWanted) return
      const current = { namespace }
      wanted = current
      loadModule(() => import('../buttons/watchShownBalance.js')).then(
        ({ watchShownBalance }) => {
          if (wanted === current) end = watchShownBalance(modal, namespace)
        },
        () => {
          // the address is there; the balance comes with the next visit
        },
      )
    },
    stop,
  }
}
