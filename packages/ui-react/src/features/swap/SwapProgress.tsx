import {
  type ConnectorMeta,
  getAccount,
  getNetwork,
  type ModalState,
  type Network,
  type SwapDetails,
  type SwapState,
} from '@latchkey/core'
import { reset } from '@latchkey/core/controllers/shell'
import { getSwapDetails, retrySwap } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useLocale, useShell, useTexts } from '../../hooks/useShell.js'
import { transferTexts } from '../../i18n/messages/shared.js'
import { TransferStatus, type TransferTexts } from '../send/TransferStatus.js'
import { swapTexts } from './messages.js'
import { toShortAmount } from './useSwap.js'

const texts = { ...swapTexts, ...transferTexts } as const

const selectNetwork = (state: ModalState): Network | undefined => getNetwork(state, 'eip155')
const selectWallet = (state: ModalState): ConnectorMeta | undefined => getAccount(state, 'eip155').connectedWalletInfo
const selectDetails = (state: ModalState): SwapDetails | undefined => getSwapDetails(state)

/** The progress of an approval or a swap. */
export function SwapProgress({ swap }: { readonly swap: SwapState }): ReactElement {
  const { modal } = useShell()
  const t = useTexts(texts)
  const locale = useLocale()
  const details = useModalState(selectDetails)
  const network = useModalState(selectNetwork)
  const wallet = useModalState(selectWallet)
  const { step, from, to, hash, error } = swap
  const token = from?.symbol ?? ''
  const state = step === 'confirming' && error ? 'unconfirmed' : step === 'form' ? 'sending' : step
  const isOver = state === 'done' || state === 'unconfirmed' || state === 'lost' || state === 'void'
  const isAsking = state === 'clearing' || state === 'approving' || state === 'sending'
  const params = {
    token,
    from: `${toShortAmount(details?.fromAmount ?? '0', locale)} ${token}`,
    to: `${toShortAmount(details?.toAmount ?? '0', locale)} ${to?.symbol ?? ''}`,
  }
  const toTexts = (): TransferTexts => {
    // the others have the texts of every transaction
    const known = state as Exclude<typeof state, 'looking' | 'lost' | 'void'>
    const kind = known === 'done' ? 'done' : isOver ? 'unknown' : 'waiting'
    return { kind, title: t(`swap_${known}`, params), text: t(`swap_${known}_text`, params) }
  }
  return (
    <TransferStatus
      step={state}
      toTexts={toTexts}
      // an approval is about the token that is spent
      token={state === 'clearing' || state === 'approving' ? from : to}
      asked={isAsking && !hash ? wallet : undefined}
      network={network}
      hash={hash}
      transferId={swap.transferId}
      again={{ text: t('lookSwapAgain'), onClick: () => void retrySwap(modal) }}
      done={
        isOver ? { text: t('done'), onClick: () => reset(modal, { view: 'Account', params: undefined }) } : undefined
      }
    />
  )
}
