import { getAuthConnector } from '@latchkey/core/controllers'
import type { ReactElement } from 'react'
import { useEmbeddedAccount } from '../../hooks/useEmbeddedAccount.js'
import { settingsTexts } from '../../i18n/messages/settings.js'
import { useTexts } from '../../i18n/useTexts.js'
import { EditEmailRow } from '../../primitives/EditEmailRow/EditEmailRow.js'
import { Icon } from '../../primitives/Icon/Icon.js'
import { useShell } from '../../router/ShellContext.js'
import styles from './AccountSettingsView.css'
import { AccountTypes } from './AccountTypes.js'

export { styles }

/** What an embedded wallet lets its visitor set. */
export function AccountSettingsView(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(settingsTexts)
  const account = useEmbeddedAccount()
  const features = getAuthConnector(modal)?.features
  if (!account)
    return (
      <div className="body">
        <div className="empty">
          <span className="tile" aria-hidden="true">
            <Icon name="info" />
          </span>
          <b>{t('settingsNone')}</b>
          <p className="muted">{t('settingsNoneText')}</p>
        </div>
      </div>
    )
  return (
    <div className="body">
      {account.user?.email !== undefined && features?.['email:update'] && <EditEmailRow />}
      {features?.['account:type'] && <AccountTypes />}
    </div>
  )
}
