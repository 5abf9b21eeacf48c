import type { ModalState, OpenTransfer } from '@latchkey/core'
import { dismissTransfer, getEarlierTransfer, resumeTransfers, retrySearch } from '@latchkey/core/internal'
import { type ReactElement, useCallback, useEffect } from 'react'
import { useNetworkById } from '../../hooks/networks.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { transferTexts } from '../../i18n/messages/shared.js'
import { Icon } from '../../primitives/Icon.js'
import { toTransactionLink } from './TransferStatus.js'

type EarlierTransferProps = {
  /** The account that is about to send. */
  readonly sender: Parameters<typeof getEarlierTransfer>[1] | undefined
}

/** The outcome of the previous transaction, if the user hasn't seen it yet. Shown above a button that sends another one. */
export function EarlierTransfer({ sender }: EarlierTransferProps): ReactElement | null {
  const { modal } = useShell()
  const t = useTexts(transferTexts)
  const { namespace, caipNetworkId, address } = sender ?? {}
  const transfer = useModalState(
    useCallback(
      (state: ModalState): OpenTransfer | undefined =>
        namespace && caipNetworkId && address !== undefined
          ? getEarlierTransfer(state, { namespace, caipNetworkId, address })
          : undefined,
      [namespace, caipNetworkId, address],
    ),
  )
  const network = useNetworkById(caipNetworkId)
  useEffect(() => resumeTransfers(modal), [modal])
  if (!transfer) return null
  const { status, hash } = transfer
  if (status === 'asking') return null
  const isUnknown = status === 'lost' || status === 'unconfirmed'
  const isBusy = status === 'looking' || status === 'confirming'
  const href = toTransactionLink(network, hash)
  return (
    <section className="earlier" data-status={status}>
      <Icon
        name={isBusy ? 'loader' : status === 'confirmed' ? 'check' : isUnknown ? 'warning' : 'info'}
        spin={isBusy}
      />
      <p role="status" dir="auto">
        {t(`earlier_${status}`)}
      </p>
      <div>
        {href && (
          <a href={href} target="_blank" rel="noopener noreferrer">
            {network?.blockExplorers?.default.name}
          </a>
        )}
        {isUnknown && (
          <button type="button" onClick={() => retrySearch(modal, transfer)}>
            {t('lookAgain')}
          </button>
        )}
        {!isBusy && (
          <button type="button" onClick={() => dismissTransfer(modal, transfer)}>
            {t(isUnknown ? 'earlierChecked' : 'earlierHide')}
          </button>
        )}
      </div>
    </section>
  )
}
