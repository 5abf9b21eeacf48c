import { internals } from '@latchkey/core'
import { createContext, type ReactElement, type ReactNode, useContext, useEffect } from 'react'
import type { UiModal } from '../uiModal.js'

const ModalContext = createContext<UiModal | null>(null)

export type LatchkeyProviderProps = { readonly modal: UiModal; readonly children?: ReactNode | undefined }

/** Provides the modal to hooks and buttons below it, and starts it: wallets are found and connections restored. */
export function LatchkeyProvider({ modal, children }: LatchkeyProviderProps): ReactElement {
  useEffect(() => modal.start(), [modal])
  return <ModalContext.Provider value={modal}>{children}</ModalContext.Provider>
}

/** The given modal, else that of the nearest provider, which has started it. Throws if there is neither. */
export function useModalInstance(modal?: UiModal | undefined): UiModal {
  const provided = useContext(ModalContext)
  const instance = modal ?? provided
  if (!instance)
    throw new Error('No Latchkey modal here. Wrap the app in <LatchkeyProvider modal={modal}>, or pass `modal`.')
  useEffect(() => (modal ? warnUnlessStarted(modal) : undefined), [modal])
  return instance
}

/** Milliseconds for an app to start its modal after the first render. */
const startDelay = 1_000

/** Warns once if nothing starts a modal: it then finds no wallets and restores no connection. Returns its cancellation. */
function warnUnlessStarted(modal: UiModal): () => void {
  return modal.env.setTimeout(() => {
    if (modal.ui.hasWarned || modal.getState().status !== 'idle') return
    modal.ui.hasWarned = true
    modal[internals].warn('A hook uses a modal that is not started. Call modal.start(), or use <LatchkeyProvider>.')
  }, startDelay)
}
