import type { ModalState, Namespace } from '@latchkey/core'
import { push } from '@latchkey/core/controllers/shell'
import { popTo } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { Icon } from '../../primitives/Icon.js'
import { socialTexts } from './messages.js'

const selectIsLast = (state: ModalState): boolean => state.lastLogin === 'phone'

/** The button for a login by SMS among the connection methods. It loads the code of that login. */
export function PhoneBlock({ namespace }: { readonly namespace: Namespace | undefined }): ReactElement {
  const { modal, prepareView } = useShell()
  const t = useTexts(socialTexts)
  const isLast = useModalState(selectIsLast)
  const near = (): void => prepareView('PhoneLogin')
  return (
    <button
      className="btn"
      part="button"
      type="button"
      onPointerOver={near}
      onFocus={near}
      onClick={() => {
        // leaves the view beside the connection methods
        popTo(modal, 'Connect')
        push(modal, { view: 'PhoneLogin', params: { namespace } })
      }}
    >
      <Icon name="phone" />
      {t('phoneContinue')}
      {isLast && (
        <span className="tag" part="tag">
          {t('walletRecent')}
        </span>
      )}
    </button>
  )
}
