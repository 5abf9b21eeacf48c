import type { Namespace } from '@latchkey/core'
import { useEffect } from 'react'
import { useModalInstance } from '../provider/LatchkeyProvider.js'
import type { UiModal } from '../uiModal.js'
import type { Watch } from './watches.js'

export type WatchedOptions = {
  readonly modal?: UiModal | undefined
  readonly namespace?: Namespace | undefined
}

/** Keeps something read while a button shows it. What does so is loaded with the first; keep `load` outside the component. */
export function useWatched(isWanted: boolean, load: () => Promise<Watch>, options: WatchedOptions): void {
  const { namespace } = options
  const modal = useModalInstance(options.modal)
  useEffect(() => {
    if (!isWanted) return
    let stop: (() => void) | undefined
    let isCurrent = true
    load().then(
      (watch) => {
        if (isCurrent) stop = watch(modal, namespace)
      },
      () => {
        // the address is there; the rest comes with the next visit
      },
    )
    return () => {
      isCurrent = false
      stop?.()
    }
  }, [modal, isWanted, load, namespace])
}
