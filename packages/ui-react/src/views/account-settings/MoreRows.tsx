import type { ModalState } from '@latchkey/core'
import { push } from '@latchkey/core/controllers'
import { canRegisterName } from '@latchkey/core/internal'
import { type ReactElement, useCallback } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { settingsTexts } from '../../i18n/messages/settings.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Icon } from '../../primitives/Icon/Icon.js'
import { Row } from '../../primitives/Row/Row.js'
import { IconTile } from '../../primitives/Tile/Tile.js'
import { useShell } from '../../router/ShellContext.js'

const rows = [
  { view: 'RegisterAccountName', icon: 'certified', title: 'nameRow', text: 'nameRowText' },
  { view: 'SmartSessions', icon: 'key', title: 'sessionsRow', text: 'sessionsRowText' },
] as const

/** Lead to the name of the EVM account, and to what it has allowed apps, where the app has a service for both. [S6.8] */
export function MoreRows(): ReactElement | null {
  const { modal, prepareView } = useShell()
  const t = useTexts(settingsTexts)
  // what it depends on is in the state
  const isOffered = useModalState(useCallback((_: ModalState) => canRegisterName(modal), [modal]))
  if (!isOffered) return null
  return (
    <>
      {rows.map(({ view, icon, title, text }) => (
        <Row
          key={view}
          title={t(title)}
          detail={t(text)}
          mark={
            <IconTile>
              <Icon name={icon} />
            </IconTile>
          }
          onIntent={() => prepareView(view)}
          onClick={() => push(modal, { view, params: undefined })}
        />
      ))}
    </>
  )
}
