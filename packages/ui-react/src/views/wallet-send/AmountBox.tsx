import type { ModalState, SendState } from '@latchkey/core'
import { getAtomicHolding, getHolding, push, setMaxSendAmount, setSendAmount } from '@latchkey/core/controllers'
import { type ReactElement, useId, useState } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { sendTexts } from '../../i18n/messages/send.js'
import { toTokenText } from '../../i18n/toTokenText.js'
import { toWorth } from '../../i18n/toWorth.js'
import { useLocale } from '../../i18n/useLocale.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Icon } from '../../primitives/Icon/Icon.js'
import { Tile } from '../../primitives/Tile/Tile.js'
import { useShell } from '../../router/ShellContext.js'

const selectBalance = ({ send, ...state }: ModalState): string | undefined => {
  if (!send?.token || getAtomicHolding(state, send.namespace, send.token) === undefined) return undefined
  return getHolding(state, send.namespace, send.token)?.quantity.numeric
}

/** How much of which token. */
export function AmountBox({ send, isBad }: { readonly send: SendState; readonly isBad: boolean }): ReactElement {
  const { modal, prepareView } = useShell()
  const t = useTexts(sendTexts)
  const locale = useLocale()
  const id = useId()
  const balance = useModalState(selectBalance)
  const [isAsking, setAsking] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const { token, amount, fixed } = send
  const isFixed = fixed.includes('amount')
  const worth = token?.price === undefined ? undefined : toWorth(amount, token.price, locale)

  const takeAll = (): void => {
    setAsking(true)
    setFailed(false)
    setMaxSendAmount(modal)
      .catch(() => setFailed(true))
      .finally(() => setAsking(false))
  }
  return (
    <div className="sendbox" part="field" data-bad={(isBad && amount !== '') || undefined}>
      <label htmlFor={id}>{t('sendAmount')}</label>
      <input
        part="input"
        id={id}
        inputMode="decimal"
        placeholder="0"
        value={amount}
        readOnly={isFixed}
        aria-invalid={(isBad && amount !== '') || undefined}
        aria-describedby={`${id}-more`}
        onChange={(event) => {
          setFailed(false)
          setSendAmount(modal, event.target.value)
        }}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={100}
        dir="ltr"
      />
      <button
        className="tokenpill"
        type="button"
        disabled={fixed.includes('token')}
        aria-label={token && t(fixed.includes('token') ? 'sendTokenFixed' : 'sendTokenIs', { symbol: token.symbol })}
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
        {!fixed.includes('token') && <Icon name="down" />}
      </button>
      <div className="more" id={`${id}-more`}>
        <span role="status">
          {hasFailed ? t('sendMaxFailed') : send.tokenStatus === 'failed' ? t('sendTokenFailed') : worth}
        </span>
        {token && balance !== undefined && (
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
        )}
      </div>
    </div>
  )
}
