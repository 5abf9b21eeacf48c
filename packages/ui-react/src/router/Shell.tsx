import type { Alert, ModalState, Toast, ViewName } from '@latchkey/core'
import { type ReactElement, useMemo, useState } from 'react'
import { LatchkeyProvider } from '../hooks/LatchkeyProvider.js'
import { useModalValue } from '../hooks/useModalState.js'
import { ShellContext } from '../hooks/useShell.js'
import { createTranslate } from '../i18n/translate.js'
import { AlertBar } from '../primitives/AlertBar.js'
import { ToastMessage } from '../primitives/Toast.js'
import type { UiModal } from '../uiModal.js'
import { Card } from './Card.js'
import type { ViewLoader } from './createViewLoader.js'
import { Router } from './Router.js'

type ShellProps = {
  readonly modal: UiModal
  readonly loader: ViewLoader
  /** Outside the dialog, as a toast may outlive it. */
  readonly toast: HTMLElement
  /** The region that announces notices while the dialog is closed. */
  readonly said: HTMLElement
}

const selectAlert = (state: ModalState): Alert | undefined => state.alert
const selectLocale = (state: ModalState): string | undefined => state.locale
const selectToast = (state: ModalState): Toast | undefined => state.toast

/** All that the modal shows. */
export function Shell({ modal, loader, toast, said }: ShellProps): ReactElement {
  const locale = useModalValue(selectLocale, modal)
  const alert = useModalValue(selectAlert, modal)
  const value = useMemo(
    () => ({
      modal,
      t: createTranslate(locale ? modal.ui.texts : modal.ui.messages, {}, locale),
      // the router reports the failure once the view is shown
      prepareView: (name: ViewName) => void loader.load(name).catch(() => undefined),
    }),
    [modal, loader, locale],
  )
  return (
    <LatchkeyProvider modal={modal}>
      <ShellContext.Provider value={value}>
        <Card>
          {alert && <AlertBar alert={alert} />}
          <Router loader={loader} />
          {/* content of the page below each view, by slot="footer" */}
          <slot name="footer" />
        </Card>
        <Notices toast={toast} said={said} />
      </ShellContext.Provider>
    </LatchkeyProvider>
  )
}

/** The notice, and the region of the dialog that announces it. */
function Notices({ toast, said }: Pick<ShellProps, 'toast' | 'said'>): ReactElement {
  const notice = useModalValue(selectToast)
  const [inside, setInside] = useState<HTMLElement | null>(null)
  return (
    <>
      {/* exists before it has content, so that changes are announced */}
      <span className="sr" role="status" ref={setInside} />
      {notice && <ToastMessage toast={notice} host={toast} said={said} inside={inside} />}
    </>
  )
}
