import type { ModalState } from '@latchkey/core'
import { push } from '@latchkey/core/controllers/shell'
import { getWalletActions } from '@latchkey/core/internal'
import { type ReactElement, useCallback } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell } from '../../hooks/useShell.js'

/** A button that leads to the only way to add funds, or to the choice between them. */
export function AddFunds(): ReactElement | null {
  const { modal, t, prepareView } = useShell()
  const view = useModalState(
    useCallback(
      (state: ModalState) => {
        const actions = getWalletActions(modal, state)
        if (actions.includes('onramp')) return 'FundWallet'
        return actions.includes('receive') ? 'WalletReceive' : undefined
      },
      [modal],
    ),
  )
  if (!view) return null
  return (
    <button
      className="btn"
      part="button primary"
      data-kind="primary"
      type="button"
      onPointerOver={() => prepareView(view)}
      onClick={() => push(modal, { view, params: undefined })}
    >
      {t('addFunds')}
    </button>
  )
}
