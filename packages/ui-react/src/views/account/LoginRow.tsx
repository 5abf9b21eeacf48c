import type { AccountState, ModalState } from '@latchkey/core'
import { getAccount, isSmartAccountEnabled, push } from '@latchkey/core/controllers'
import { getAuthConnector } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { EditEmailRow } from '../../primitives/EditEmailRow/EditEmailRow.js'
import { SettingsIcon } from '../../primitives/Icon/SettingsIcon.js'
import { Row } from '../../primitives/Row/Row.js'
import { IconTile } from '../../primitives/Tile/Tile.js'
import { useShell } from '../../router/ShellContext.js'

const selectTypes = (state: ModalState): boolean =>
  isSmartAccountEnabled(state, 'eip155') || getAccount(state, 'eip155').allAccounts.some(isSmart)

/** Leads to what the embedded wallet lets its visitor set; to the one thing itself where it is the only one. */
export function LoginRow({ email }: { readonly email: string | undefined }): ReactElement | null {
  const { modal, t, prepareView } = useShell()
  const hasTypes = useModalState(selectTypes)
  const { features, meta } = getAuthConnector(modal) ?? {}
  if (!(hasTypes && features?.['account:type']) && !meta?.accountUrl)
    return email !== undefined && features?.['email:update'] ? <EditEmailRow /> : null
  return (
    <Row
      title={t('settingsTitle')}
      mark={
        <IconTile>
          <SettingsIcon />
        </IconTile>
      }
      onIntent={() => prepareView('AccountSettings')}
      onClick={() => push(modal, { view: 'AccountSettings', params: undefined })}
    />
  )
}

function isSmart({ type }: AccountState['allAccounts'][number]): boolean {
  return type === 'smartAccount'
}
