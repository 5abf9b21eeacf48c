import { createContext, type ReactElement, type ReactNode, useContext } from 'react'
import type { UiModal } from '../uiModal.js'

const ModalContext = createContext<UiModal | null>(null)

export type LatchkeyProviderProps = { readonly modal: UiModal; readonly children?: ReactNode | undefined }

/** Provides the modal to hooks and buttons below it. */
export function LatchkeyProvider({ modal, children }: LatchkeyProviderProps): ReactElement {
  return <ModalContext.Provider value={modal}>{children}</ModalContext.Provider>
}

/** The given modal, else that of the nearest provider. Throws if there is neither. */
export function useModalInstance(modal?: UiModal | undefined): UiModal {
  const provided = useContext(ModalContext)
  const instance = modal ?? provided
  if (!instance)
    throw new Error('No Latchkey modal here. Wrap the app in <LatchkeyProvider modal={modal}>, or pass `modal`.')
  return instance
}
