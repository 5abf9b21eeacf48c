import type { ModalState, SendState } from '@latchkey/core'
import { push } from '@latchkey/core/controllers'
import { getKnownHolding, setSendAmount } from '@latchkey/core/internal'
import { type ReactElement, useState } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { sendTexts } from '../../i18n/messages/send.js'
import { toTokenText } from '../../i18n/toTokenText.js'
import { useLocale } from '../../i18n/useLocale.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Icon } from '../../primitives/Icon/Icon.js'
import { Tile } from '../../primitives/Tile/Tile.js'
import { useShell } from '../../router/ShellContext.js'
import type { FormParts } from './formParts.js'
import { loadFormParts } from './loadFormParts.js'
import { SendField } from './SendField.js'

const selectBalance = ({ send, ...state }: ModalState): string | undefined =>
  send?.token && getKnownHolding(state, send.namespace, send.token)?.quantity.numeric

export type AmountBoxProps = {
  readonly send: SendState
  readonly parts: FormParts | undefined
  readonly isBad: boolean
  /** Whether what the account could send was asked for, and nobody could say. */
  readonly hasFailed: boolean
  readonly onFailed: (hasFailed: boolean) => void
}

/** How much of which token. */
export function AmountBox({ send, parts, isBad, hasFailed, onFailed }: AmountBoxProps): ReactElement {
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
    loadFormParts()
      .then(({ setMaxSendAmount }) => setMaxSendAmount(modal))
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
      note={parts && <parts.AmountNote send={send} hasFailed={hasFailed} />}
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
