import type { Alert, ModalState, Toast, ViewName } from '@latchkey/core'
import { type ReactElement, useMemo, useState } from 'react'
import { useModalValue } from '../hooks/useModalValue.js'
import { usePart } from '../hooks/usePart.js'
import { createTranslate } from '../i18n/translate.js'
import { LatchkeyProvider } from '../provider/LatchkeyProvider.js'
import type { UiModal } from '../uiModal.js'
import { Card } from './Card.js'
import type { ViewLoader } from './createViewLoader.js'
import { Router } from './Router.js'
import { ShellContext } from './ShellContext.js'
import type { ViewRegistry } from './views.js'

export type ShellProps = {
  readonly modal: UiModal
  readonly views: ViewRegistry
  readonly loader: ViewLoader
  /** Outside the dialog, as a toast may outlive it. */
  readonly toast: HTMLElement
  /** Where its words are announced from while the dialog is closed. */
  readonly said: HTMLElement
}

const selectAlert = (state: ModalState): Alert | undefined => state.alert
const selectLocale = (state: ModalState): string | undefined => state.locale

const selectToast = (state: ModalState): Toast | undefined => state.toast

const loadAlertBar = () => import('../primitives/Alert/AlertBar.js')
const loadToast = () => import('../primitives/Toast/ToastMessage.js')

/** All that the modal shows. */
export function Shell({ modal, views, loader, toast, said }: ShellProps): ReactElement {
  const locale = useModalValue(selectLocale, modal)
  const alert = useModalValue(selectAlert, modal)
  const alerts = usePart(loadAlertBar, alert !== undefined)
  const notice = useModalValue(selectToast, modal)
  const notices = usePart(loadToast, notice !== undefined)
  const [inside, setInside] = useState<HTMLElement | null>(null)
  const value = useMemo(
    () => ({
      modal,
      t: createTranslate(locale ? modal.ui.texts : modal.ui.messages),
      // a failure is told by the router, once the view is wanted
      prepareView: (name: ViewName) => void loader.load(name).catch(() => undefined),
    }),
    [modal, loader, locale],
  )
  return (
    <LatchkeyProvider modal={modal}>
      <ShellContext.Provider value={value}>
        <Card>
          {alert && alerts && <alerts.AlertBar alert={alert} />}
          <Router views={views} loader={loader} />
          {/* what the page puts below each view, by slot="footer" */}
          <slot name="footer" />
        </Card>
        {/* there before what is said in it */}
        <span className="sr" role="status" ref={setInside} />
        {notice && notices && <notices.ToastMessage toast={notice} host={toast} said={said} inside={inside} />}
      </ShellContext.Provider>
    </LatchkeyProvider>
  )
}
