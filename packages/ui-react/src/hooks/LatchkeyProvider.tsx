import { createContext, type ReactElement, type ReactNode, useContext, useEffect } from 'react'
import type { UiModal } from '../uiModal.js'

const ModalContext = createContext<UiModal | null>(null)

export type LatchkeyProviderProps = { readonly modal: UiModal; readonly children?: ReactNode | undefined }

/** Provides the modal to hooks and buttons below it, and starts it: wallets are found and connections restored. */
export function LatchkeyProvider({ modal, children }: LatchkeyProviderProps): ReactElement {
  useEffect(() => modal.start(), [modal])
  return <ModalContext.Provider value={modal}>{children}</ModalContext.Provider>
}

/** The given modal, else that of the nearest provider. Throws if there is neither. */
export function useModalInstance(modal?: UiModal | undefined): UiModal {
  const provided = useContext(ModalContext)
  const instance = modal ?? provided
  if (!instance)
    throw new Error('No Latchkey modal here. Wrap the app in <LatchkeyProvider modal={modal}>, or pass `modal`.')
  useEffect(() => checkStarted(instance), [instance])
  return instance
}

/** Warns once if nothing has started a modal that a hook uses: it then finds no wallets and restores no connection. */
function checkStarted(modal: UiModal): void {
  if (modal.ui.isStartChecked) return
  modal.ui.isStartChecked = true
  // parents run their effects after their children
  setTimeout(() => {
    if (modal.getState().status === 'idle')
      console.warn('[latchkey] A hook uses a modal that is not started. Call modal.start(), or use <LatchkeyProvider>.')
  }, startDelay)
}

/** Milliseconds for an app to start its modal after the first render. */
const startDelay = 1_000
