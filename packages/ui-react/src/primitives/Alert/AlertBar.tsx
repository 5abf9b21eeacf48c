import type { Alert, ModalState } from '@latchkey/core'
import { hideAlert } from '@latchkey/core/controllers'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell } from '../../router/ShellContext.js'
import { Icon } from '../Icon/Icon.js'

const selectAlert = (state: ModalState): Alert | undefined => state.alert

/** What is wrong with the set-up, for the developer: only while `debug` is on. */
export function AlertBar(): ReactElement | null {
  const alert = useModalState(selectAlert)
  const { modal, t } = useShell()
  if (!alert) return null
  return (
    <div className="alert" role="alert">
      <Icon name="warning" />
      <span>
        <b>{alert.title}</b>
        {alert.text && ` ${alert.text}`}
      </span>
      <button className="icon-button" type="button" aria-label={t('dismiss')} onClick={() => hideAlert(modal)}>
        <Icon name="close" />
      </button>
    </div>
  )
}
