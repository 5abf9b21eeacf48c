import type { Alert, ModalState } from '@latchkey/core'
import { hideAlert } from '@latchkey/core/controllers'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell } from '../../router/ShellContext.js'
import { Icon } from '../Icon/Icon.js'

const selectAlert = (state: ModalState): Alert | undefined => state.alert

/** What is wrong with the set-up, or was not done, for the developer: only while `debug` is on. */
export function AlertBar(): ReactElement | null {
  const alert = useModalState(selectAlert)
  const { modal, t } = useShell()
  if (!alert) return null
  const isInfo = alert.level === 'info'
  return (
    <div className="alert" part="alert" role={isInfo ? 'status' : 'alert'} data-level={alert.level}>
      <Icon name={isInfo ? 'info' : 'warning'} />
      <span>
        <b>{alert.title}</b>
        {alert.text && ` ${alert.text}`}
      </span>
      <button
        className="icon-button"
        part="icon-button"
        type="button"
        aria-label={t('dismiss')}
        onClick={() => hideAlert(modal)}
      >
        <Icon name="close" />
      </button>
    </div>
  )
}
