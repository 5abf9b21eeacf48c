import type { ModalState, Namespace } from '@latchkey/core'
import { prepareConnect } from '@latchkey/core/controllers/connection'
import { startPasskeyLogin } from '@latchkey/core/controllers/login'
import { getAuthConnector, popTo } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { Icon } from '../../primitives/Icon.js'
import { showPasskeyFailure } from './ConnectingPasskeyView.js'
import { passkeyTexts } from './messages.js'

const selectIsLast = (state: ModalState): boolean => state.lastLogin === 'passkey'

/** The login with a passkey among the connection methods. */
export function PasskeyBlock({ namespace }: { readonly namespace: Namespace | undefined }): ReactElement {
  const { modal, prepareView } = useShell()
  const t = useTexts(passkeyTexts)
  const isLast = useModalState(selectIsLast)
  // loads the code before the click: a pop-up opens only in the task of the click
  const near = (): void => {
    const connectorId = getAuthConnector(modal)?.meta.id
    if (connectorId) prepareConnect(modal, { connectorId })
    prepareView('ConnectingPasskey')
  }
  const start = (): void => {
    // leaves the view beside the connection methods
    popTo(modal, 'Connect')
    startPasskeyLogin(modal, { use: 'login', namespace }).catch((cause: unknown) => showPasskeyFailure(modal, t, cause))
  }
  return (
    <button
      className="btn"
      part="button"
      type="button"
      onPointerOver={near}
      onPointerDown={near}
      onFocus={near}
      onClick={start}
    >
      <Icon name="key" />
      {t('passkeyContinue')}
      {isLast && (
        <span className="tag" part="tag">
          {t('walletRecent')}
        </span>
      )}
    </button>
  )
}
