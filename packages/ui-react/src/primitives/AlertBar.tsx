import type { Alert } from '@latchkey/core'
import { getLog } from '@latchkey/core/controllers/shell'
import { hideAlert } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { useCopy } from '../hooks/useCopy.js'
import { useShell } from '../hooks/useShell.js'
import { Icon } from './Icon.js'

/** An alert for the developer about the configuration. Shown only while `debug` is on. */
export function AlertBar({ alert }: { readonly alert: Alert }): ReactElement {
  const { modal, t } = useShell()
  const copy = useCopy('DIAGNOSTICS_COPIED')
  const { level, code, title, text } = alert
  const isInfo = level === 'info'
  // the alert, the browser, and what the modal has logged
  const copyDiagnostics = (): void => {
    const browser = modal.env.window()?.navigator.userAgent ?? ''
    void copy([`${code}: ${title} ${text}`, browser, ...getLog(modal)].join('\n'))
  }
  return (
    <div className="alert" part="alert" role={isInfo ? 'status' : 'alert'} data-level={level}>
      <Icon name={isInfo ? 'info' : 'warning'} />
      <span>
        <b>{title}</b>
        {text && ` ${text}`}
      </span>
      <button
        className="icon-button"
        part="icon-button"
        type="button"
        aria-label={t('copyDiagnostics')}
        title={t('copyDiagnostics')}
        onClick={copyDiagnostics}
      >
        <Icon name="copy" />
      </button>
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
