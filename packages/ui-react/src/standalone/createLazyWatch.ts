import type { Namespace } from '@latchkey/core'
import type { Watch } from '../buttons/watches.js'
import type { UiModal } from '../uiModal.js'

export type LazyWatch = {
  /** Reads what a button shows of a chain family from now on, or no more. */
  watch(isWanted: boolean, namespace: Namespace | undefined): void
  stop(): void
}

/** Keeps something read while a button shows it; the code for that is loaded with the first. */
export function createLazyWatch(modal: UiModal, load: () => Promise<Watch>): LazyWatch {
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
      load().then(
        (watch) => {
          if (wanted === current) end = watch(modal, namespace)
        },
        () => {
          // the address is there; the rest comes with the next visit
        },
      )
    },
    stop,
  }
}
