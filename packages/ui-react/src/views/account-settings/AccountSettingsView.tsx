import { getAuthConnector } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { useEmbeddedAccount } from '../../hooks/useEmbeddedAccount.js'
import { settingsTexts } from '../../i18n/messages/settings.js'
import { useTexts } from '../../i18n/useTexts.js'
import { EditEmailRow } from '../../primitives/EditEmailRow/EditEmailRow.js'
import { Empty } from '../../primitives/Empty/Empty.js'
import { useShell } from '../../router/ShellContext.js'
import styles from './AccountSettingsView.css'
import { AccountTypes } from './AccountTypes.js'
import { ManageRow } from './ManageRow.js'
import { MoreRows } from './MoreRows.js'

export { AccountSettingsView as View, styles }

/** What an embedded wallet lets its visitor set. */
export function AccountSettingsView(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(settingsTexts)
  const account = useEmbeddedAccount()
  const { features, meta } = getAuthConnector(modal) ?? {}
  if (!account)
    return (
      <div className="body">
        <Empty icon="info" title={t('settingsNone')} text={t('settingsNoneText')} />
      </div>
    )
  return (
    <div className="body">
      {account.user?.email !== undefined && features?.['email:update'] && <EditEmailRow />}
      <MoreRows />
      {meta?.accountUrl && <ManageRow url={meta.accountUrl} />}
      {features?.['account:type'] && <AccountTypes />}
    </div>
  )
}
