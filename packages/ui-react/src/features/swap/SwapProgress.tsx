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
import { Tile } from '../../primitives/Row.js'
import { ActionButton, Status, toTransactionLink, useTransferActions } from '../../primitives/Status.js'
import { TokenTile } from '../../primitives/TokenTile.js'
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
  const isUnknown = state === 'looking' || state === 'lost' || state === 'void'
  const isOver = state === 'done' || state === 'unconfirmed' || state === 'lost' || state === 'void'
  const kind = state === 'done' ? 'done' : isOver ? 'unknown' : 'waiting'
  const [title, text] = isUnknown ? unknown[state] : ([`swap_${state}`, `swap_${state}_text`] as const)
  const href = toTransactionLink(network, hash)
  const actions = useTransferActions({
    step: state,
    transferId: swap.transferId,
    again: { text: t('lookSwapAgain'), onClick: () => void retrySwap(modal) },
    done: isOver ? { text: t('done'), onClick: () => reset(modal, { view: 'Account', params: undefined }) } : undefined,
  })
  const params = {
    token,
    from: `${toShortAmount(details?.fromAmount ?? '0', locale)} ${token}`,
    to: `${toShortAmount(details?.toAmount ?? '0', locale)} ${to?.symbol ?? ''}`,
  }
  // an approval is about the token that is spent
  const shown = state === 'clearing' || state === 'approving' ? from : to
  return (
    <Status
      kind={kind}
      mark={<TokenTile token={shown} />}
      badge={!isOver && !isUnknown && !href && wallet && <Tile name={wallet.name} src={wallet.icon} />}
      title={t(title, params)}
      text={t(text, params)}
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
