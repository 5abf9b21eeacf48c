import type { ModalState, Namespace } from '@latchkey/core'
import { useCallback, useEffect } from 'react'
import { afterPaint } from '../hooks/afterPaint.js'
import { useModalInstance } from '../hooks/LatchkeyProvider.js'
import { useModalState } from '../hooks/useModalState.js'
import type { UiModal } from '../uiModal.js'
import { getShownAccount, type ShownAccount } from './shownAccount.js'
import { loadNameWatch, mayHaveName, type Watch } from './watches.js'

export type ShownAccountOptions = {
  readonly modal?: UiModal | undefined
  /** Default: the active namespace. */
  readonly namespace?: Namespace | undefined
}

/**
 * The account that a button shows. Its name is fetched while it is connected, if the app has a service that knows names. That a
 * wallet is being asked shows one frame later: one that answers at once changes the button only once.
 */
export function useShownAccount(options: ShownAccountOptions): ShownAccount {
  const { modal, namespace } = options
  const instance = useModalInstance(modal)
  const isNamed = useModalState(
    useCallback((state: ModalState) => mayHaveName(instance, state, namespace), [instance, namespace]),
    instance,
  )
  useWatched(isNamed, loadNameWatch, options)
  const watch = useCallback(
    (onChange: () => void) => {
      let cancel: (() => void) | undefined
      const unsubscribe = instance.subscribe((state) => {
        if (getShownAccount(state, namespace).status === 'connecting') {
          cancel ??= afterPaint(() => {
            cancel = undefined
            onChange()
          })
          return
        }
        cancel?.()
        cancel = undefined
        onChange()
      })
      return () => {
        cancel?.()
        unsubscribe()
      }
    },
    [instance, namespace],
  )
  return useModalState(
    useCallback((state: ModalState) => getShownAccount(state, namespace), [namespace]),
    instance,
    watch,
  )
}

/** Watches something while a button shows it. The watcher is loaded on first use; keep `load` outside the component. */
export function useWatched(isWanted: boolean, load: () => Promise<Watch>, options: ShownAccountOptions): void {
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
        // the address is shown without it
      },
    )
    return () => {
      isCurrent = false
      stop?.()
    }
  }, [modal, isWanted, load, namespace])
}
