import type { ModalState, SendState } from '@latchkey/core'
import { push } from '@latchkey/core/controllers/shell'
import { getKnownHolding, setMaxSendAmount, setSendAmount } from '@latchkey/core/internal'
import { type ReactElement, useState } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useLocale, useShell, useTexts } from '../../hooks/useShell.js'
import { toTokenText, toWorth } from '../../i18n/amounts.js'
import { Icon } from '../../primitives/Icon.js'
import { Tile } from '../../primitives/Row.js'
import { sendTexts } from './messages.js'
import { SendField } from './ReceiverBox.js'

const selectBalance = ({ send, ...state }: ModalState): string | undefined =>
  send?.token && getKnownHolding(state, send.namespace, send.token)?.quantity.numeric

type AmountBoxProps = {
  readonly send: SendState
  readonly isBad: boolean
  /** Whether the maximum amount could not be determined. */
  readonly hasFailed: boolean
  readonly onFailed: (hasFailed: boolean) => void
}

/** The amount and the token. */
export function AmountBox({ send, isBad, hasFailed, onFailed }: AmountBoxProps): ReactElement {
  const { modal, prepareView } = useShell()
  const t = useTexts(sendTexts)
  const locale = useLocale()
  const balance = useModalState(selectBalance)
  const [isAsking, setAsking] = useState(false)
  const { token, amount, fixed } = send
  const isFixed = fixed.includes('amount')
  const isGiven = fixed.includes('token')

  const takeAll = (): void => {
    setAsking(true)
    onFailed(false)
    setMaxSendAmount(modal)
      .catch(() => onFailed(true))
      .finally(() => setAsking(false))
  }
  return (
    <SendField
      label={t('sendAmount')}
      isBad={isBad && amount !== ''}
      input={{ inputMode: 'decimal', placeholder: '0', value: amount, readOnly: isFixed, maxLength: 100, dir: 'ltr' }}
      onChange={(text) => {
        onFailed(false)
        setSendAmount(modal, text)
      }}
      note={<AmountNote send={send} hasFailed={hasFailed} />}
      end={
        token &&
        balance !== undefined && (
          <span>
            <bdi>{t('sendBalance', { amount: toTokenText(balance, locale), symbol: token.symbol })}</bdi>
            {!isFixed && (
              <button
                className="max"
                type="button"
                disabled={isAsking}
                aria-busy={isAsking || undefined}
                onClick={takeAll}
              >
                {t('sendMax')}
              </button>
            )}
          </span>
        )
      }
    >
      <button
        className="tokenpill"
        type="button"
        disabled={isGiven}
        aria-label={token && t(isGiven ? 'sendTokenFixed' : 'sendTokenIs', { symbol: token.symbol })}
        onPointerOver={() => prepareView('WalletSendSelectToken')}
        onClick={() => push(modal, { view: 'WalletSendSelectToken', params: undefined })}
      >
        {token ? (
          <>
            <Tile name={token.symbol} src={token.iconUrl} round />
            <bdi>{token.symbol}</bdi>
          </>
        ) : (
          t('send_noToken')
        )}
        {!isGiven && <Icon name="down" />}
      </button>
    </SendField>
  )
}

type AmountNoteProps = {
  readonly send: SendState
  /** Whether the maximum amount could not be determined. */
  readonly hasFailed: boolean
}

/** The value of the amount, or an error. */
function AmountNote({ send: { token, tokenStatus, amount }, hasFailed }: AmountNoteProps): string | undefined {
  const t = useTexts(sendTexts)
  const locale = useLocale()
  if (hasFailed) return t('sendMaxFailed')
  if (tokenStatus === 'failed') return t('sendTokenFailed')
  return token?.price === undefined ? undefined : toWorth(amount, token.price, locale)
}
