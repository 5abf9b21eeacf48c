import { push } from '@latchkey/core/controllers/shell'
import type { ReactElement } from 'react'
import { useShell } from '../hooks/useShell.js'
import { Icon } from './Icon.js'
import { IconTile, Row } from './Row.js'

/** Leads to the change of email. */
export function EditEmailRow(): ReactElement {
  const { modal, t, prepareView } = useShell()
  return (
    <Row
      title={t('emailEditTitle')}
      mark={
        <IconTile>
          <Icon name="mail" />
        </IconTile>
      }
      onIntent={() => prepareView('UpdateEmailWallet')}
      onClick={() => push(modal, { view: 'UpdateEmailWallet', params: undefined })}
    />
  )
}
