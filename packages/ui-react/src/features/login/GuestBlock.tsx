import type { Namespace } from '@latchkey/core'
import { prepareConnect } from '@latchkey/core/controllers/connection'
import { loginAsGuest } from '@latchkey/core/controllers/login'
import { showToast } from '@latchkey/core/controllers/shell'
import { getAuthConnector } from '@latchkey/core/internal'
import { toLatchkeyError } from '@latchkey/core/plugin'
import { type ReactElement, useCallback } from 'react'
import { useAction } from '../../hooks/useAction.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { toErrorKey } from '../../i18n/translate.js'
import { socialTexts } from './messages.js'

/** Lets users continue without a login. */
export function GuestBlock({ namespace }: { readonly namespace: Namespace | undefined }): ReactElement {
  const { modal } = useShell()
  const t = useTexts(socialTexts)
  const connectorId = getAuthConnector(modal)?.meta.id
  const near = (): void => {
    if (connectorId) prepareConnect(modal, { connectorId })
  }
  const { state, callAsync } = useAction(useCallback(() => loginAsGuest(modal, { namespace }), [modal, namespace]))
  const start = (): void => {
    if (state.isPending) return
    callAsync().catch((cause: unknown) => {
      const { code, shortMessage } = toLatchkeyError(cause)
      // the wallet's frame provides its own message
      const text = code === 'FRAME_FAILED' ? shortMessage : t(toErrorKey(code))
      showToast(modal, { variant: 'error', message: { text } })
    })
  }
  return (
    <button
      className="btn"
      part="button"
      type="button"
      aria-busy={state.isPending || undefined}
      // a disabled button would lose the focus
      aria-disabled={state.isPending || undefined}
      onPointerOver={near}
      onFocus={near}
      onClick={start}
    >
      {t(state.isPending ? 'social_connecting' : 'guestContinue')}
    </button>
  )
}
