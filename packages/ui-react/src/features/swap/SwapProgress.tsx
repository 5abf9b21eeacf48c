import { getNetwork, type ModalState, type Network, type SwapDetails, type SwapState } from '@latchkey/core'
import { reset } from '@latchkey/core/controllers/shell'
import { getSwapDetails, retrySwap } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useLocale, useShell, useTexts } from '../../hooks/useShell.js'
import { transferTexts } from '../../i18n/messages/shared.js'
import { ActionButton, Status, toTransactionLink, useTransferActions } from '../../primitives/Status.js'
import { swapTexts } from './messages.js'
import { toShortAmount } from './useSwap.js'

const texts = { ...swapTexts, ...transferTexts } as const

/** Texts of a transaction that may or may not have been sent. */
const unknown = {
  looking: ['lookTitle', 'lookText'],
  lost: ['lookLostTitle', 'lookLostText'],
  void: ['lookVoidTitle', 'lookVoidText'],
} as const

const selectNetwork = (state: ModalState): Network | undefined => getNetwork(state, 'eip155')
const selectDetails = (state: ModalState): SwapDetails | undefined => getSwapDetails(state)

/** The progress of an approval or a swap. */
export function SwapProgress({ swap }: { readonly swap: SwapState }): ReactElement {
  const { modal } = useShell()
  const t = useTexts(texts)
  const locale = useLocale()
  const details = useModalState(selectDetails)
  const network = useModalState(selectNetwork)
  const { step, from, to, hash, error } = swap
  const token = from?.symbol ?? ''
  const state = step === 'confirming' && error ? 'unconfirmed' : step === 'form' ? 'sending' : step
  const isUnknown = state === 'looking' || state === 'lost' || state === 'void'
  const isOver = state === 'done' || state === 'unconfirmed' || state === 'lost' || state === 'void'
  const kind = state === 'done' ? 'done' : isOver ? 'unknown' : 'waiting'
  const [title, text] = isUnknown ? unknown[state] : ([`swap_${state}`, `swap_${state}_text`] as const)
  const href = toTransactionLink(network, hash)
  const actions = useTransferActions({
    step: state,
    transferId: swap.transferId,
    again: { text: t('lookSwapAgain'), onClick: () => void retrySwap(modal) },
    done: isOver
      ? { text: t('swapDone'), onClick: () => reset(modal, { view: 'Account', params: undefined }) }
      : undefined,
  })
  return (
    <Status
      kind={kind}
      title={t(title, { token })}
      text={t(text, {
        token,
        from: `${toShortAmount(details?.fromAmount ?? '0', locale)} ${token}`,
        to: `${toShortAmount(details?.toAmount ?? '0', locale)} ${to?.symbol ?? ''}`,
      })}
      {...actions}
    >
      {href && (
        <ActionButton
          action={{ href, text: t('swapExplorer', { explorer: network?.blockExplorers?.default.name ?? '' }) }}
        />
      )}
    </Status>
  )
}
