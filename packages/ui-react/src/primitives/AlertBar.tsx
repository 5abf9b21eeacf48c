import type { Alert } from '@latchkey/core'
import { hideAlert } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { useShell } from '../hooks/useShell.js'
import { Icon } from './Icon.js'

/** An alert for the developer about the configuration. Shown only while `debug` is on. */
export function AlertBar({ alert }: { readonly alert: Alert }): ReactElement {
  const { modal, t } = useShell()
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
