import { push } from '@latchkey/core/controllers'
import type { ReactElement } from 'react'
import { MailIcon } from '../../primitives/Icon/MailIcon.js'
import { Row } from '../../primitives/Row/Row.js'
import { IconTile } from '../../primitives/Tile/Tile.js'
import { useShell } from '../../router/ShellContext.js'

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
