import { push } from '@latchkey/core/controllers'
import type { ReactElement } from 'react'
import { useShell } from '../../router/ShellContext.js'
import { MailIcon } from '../Icon/MailIcon.js'
import { Row } from '../Row/Row.js'
import { IconTile } from '../Tile/Tile.js'

/** Leads to another email for the login. */
export function EditEmailRow(): ReactElement {
  const { modal, t, prepareView } = useShell()
  return (
    <Row
      title={t('emailEditTitle')}
      mark={
        <IconTile>
          <MailIcon />
        </IconTile>
      }
      onIntent={() => prepareView('UpdateEmailWallet')}
      onClick={() => push(modal, { view: 'UpdateEmailWallet', params: undefined })}
    />
  )
}
