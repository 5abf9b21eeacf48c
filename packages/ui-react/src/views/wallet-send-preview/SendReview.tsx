import { loadModule, type ModalState, type SendProblem, type SendState } from '@latchkey/core'
import { goBack } from '@latchkey/core/controllers'
import { getSendProblem } from '@latchkey/core/internal'
import { type ReactElement, useState } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useNetworkById } from '../../hooks/useNetworkById.js'
import { sendReviewTexts } from '../../i18n/messages/sendReview.js'
import { toActErrorKey } from '../../i18n/toActErrorKey.js'
import { toFeeText } from '../../i18n/toFeeText.js'
import { toNumberText } from '../../i18n/toNumberText.js'
import { toWorth } from '../../i18n/toWorth.js'
import { useLocale } from '../../i18n/useLocale.js'
import { useTexts } from '../../i18n/useTexts.js'
import { EarlierTransfer } from '../../primitives/EarlierTransfer/EarlierTransfer.js'
import { type Fact, Facts } from '../../primitives/Facts/Facts.js'
import { Tile } from '../../primitives/Tile/Tile.js'
import { useShell } from '../../router/ShellContext.js'

const load = () => loadModule(() => import('./submitVerb.js'))

const selectProblem = (state: ModalState): SendProblem | undefined => getSendProblem(state)

/** What will be sent: addresses in full, as two may begin and end alike. */
export function SendReview({ send }: { readonly send: SendState }): ReactElement {
  const { modal } = useShell()
  const t = useTexts(sendReviewTexts)
  const locale = useLocale()
  const problem = useModalState(selectProblem)
  const [failure, setFailure] = useState<{ readonly cause: unknown }>()
  if (failure) throw failure.cause // the boundary says so and offers to try again
  const network = useNetworkById(send.caipNetworkId)
  const { token, amount, address, receiver, fee } = send
  const native = network?.nativeCurrency
  const to = receiver.status === 'ready' ? receiver : undefined
  const facts: readonly Fact[] = [
    { name: t('sendFrom'), value: address, isAddress: true },
    { name: t('sendTo'), value: to?.name ? `${to.name} ${to.address}` : to?.address, isAddress: true },
    { name: t('sendNetwork'), value: network?.name ?? send.caipNetworkId },
    {
      name: t('sendFee'),
      value:
        fee.status === 'ready' && native
          ? t('sendFeeAtMost', { amount: toFeeText(fee.value, native.decimals, locale), symbol: native.symbol })
          : t(fee.status === 'failed' ? 'sendFeeUnknown' : 'sendFeeLoading'),
    },
  ]
  const fault = (): string => {
    if (send.error) return t(toActErrorKey(send.error.code))
    if (problem === 'noFeeMoney') return t('sendNoFeeMoney', { symbol: native?.symbol ?? '' })
    if (problem === 'tooLittle') return t('send_tooLittle')
    if (fee.status !== 'failed') return ''
    const { code, details = '' } = fee.error
    return code === 'TRANSACTION_REJECTED' || code === 'INVALID_PARAMS'
      ? t('sendWouldFail', { details })
      : t('sendFeeFailed')
  }
  return (
    <div className="body">
      <div className="sending">
        <Tile name={token?.symbol ?? ''} src={token?.iconUrl} round />
        <p>
          <bdi>
            {toNumberText(amount, locale)} {token?.symbol}
          </bdi>
        </p>
        {token?.price !== undefined && (
          <p className="muted" dir="ltr">
            {toWorth(amount, token.price, locale)}
          </p>
        )}
      </div>
      <Facts facts={facts} />
      <EarlierTransfer sender={send} />
      <p className="sendfault" role="alert" dir="auto">
        {fault()}
      </p>
      <div className="sendchoice">
        <button className="btn" part="button" type="button" onClick={() => goBack(modal)}>
          {t('cancel')}
        </button>
        <button
          className="btn"
          part="button primary"
          data-kind="primary"
          type="button"
          disabled={problem !== undefined}
          onPointerOver={prepare}
          onFocus={prepare}
          onClick={() => {
            load().then(
              ({ submitVerb }) => submitVerb.submit(modal),
              (cause: unknown) => setFailure({ cause }),
            )
          }}
        >
          {t('sendNow')}
        </button>
      </div>
    </div>
  )
}

/** What asks the wallet is there by the time of the press; a failure is told by that. */
function prepare(): void {
  load().catch(() => undefined)
}
