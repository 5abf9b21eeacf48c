import { getNetwork, type ModalState, type Network, type SwapDetails, type SwapState } from '@latchkey/core'
import { reset } from '@latchkey/core/controllers/shell'
import { getSwapDetails, retrySwap } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { focusOnMount } from '../../hooks/focus.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useLocale, useShell, useTexts } from '../../hooks/useShell.js'
import { transferTexts } from '../../i18n/messages/shared.js'
import { Icon } from '../../primitives/Icon.js'
import { OutcomeButtons } from '../../primitives/Outcome.js'
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
  const explorer = useModalState(selectNetwork)?.blockExplorers?.default
  const { step, from, to, hash, error } = swap
  const token = from?.symbol ?? ''
  const state = step === 'confirming' && error ? 'unconfirmed' : step === 'form' ? 'sending' : step
  const isUnknown = state === 'looking' || state === 'lost' || state === 'void'
  const isOver = state === 'done' || state === 'unconfirmed' || state === 'lost' || state === 'void'
  const [title, text] = isUnknown ? unknown[state] : ([`swap_${state}`, `swap_${state}_text`] as const)
  return (
    <>
      {/* one element for all states, so that changes are announced */}
      <div className="status" role="status">
        <span className="ring" data-busy={isOver ? undefined : ''}>
          <span className="tile" part="tile" aria-hidden="true">
            <Icon name={state === 'done' ? 'check' : isOver ? 'warning' : 'loader'} />
          </span>
          <svg viewBox="0 0 104 104" aria-hidden="true">
            <rect x="2" y="2" width="100" height="100" rx="33" pathLength="100" />
          </svg>
        </span>
        <h3 tabIndex={-1} ref={focusOnMount}>
          {t(title, { token })}
        </h3>
        <p className="muted">
          {t(text, {
            token,
            from: `${toShortAmount(details?.fromAmount ?? '0', locale)} ${token}`,
            to: `${toShortAmount(details?.toAmount ?? '0', locale)} ${to?.symbol ?? ''}`,
          })}
        </p>
      </div>
      {hash && explorer && (
        <a
          className="btn"
          part="button"
          href={`${explorer.url.replace(/\/$/, '')}/tx/${encodeURIComponent(hash)}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          {t('swapExplorer', { explorer: explorer.name })}
          <Icon name="external" flip />
        </a>
      )}
      <OutcomeButtons
        step={state}
        transferId={swap.transferId}
        again={{ text: t('lookSwapAgain'), onClick: () => void retrySwap(modal) }}
        done={
          isOver
            ? { text: t('swapDone'), onClick: () => reset(modal, { view: 'Account', params: undefined }) }
            : undefined
        }
      />
    </>
  )
}
