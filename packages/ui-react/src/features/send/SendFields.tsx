import { getCaipNetworkId, type ModalState, type SendFormProblem, type SendState, toShortAddress } from '@latchkey/core'
import { push } from '@latchkey/core/controllers/shell'
import { getKnownHolding, hasBlockchainApi, setMaxSendAmount, setSendAmount } from '@latchkey/core/internal'
import { isSameAddress } from '@latchkey/core/plugin'
import { type InputHTMLAttributes, type ReactElement, type ReactNode, useId, useState } from 'react'
import { useNetworkById } from '../../hooks/networks.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useLocale, useShell, useTexts } from '../../hooks/useShell.js'
import { onTypedAmount, toNumberText, toTokenText, toWorth } from '../../i18n/amounts.js'
import { Icon } from '../../primitives/Icon.js'
import { TokenTile } from '../../primitives/TokenTile.js'
import { sendTexts } from './messages.js'

const selectBalance = ({ send, ...state }: ModalState): string | undefined =>
  send?.token && getKnownHolding(state, send.namespace, send.token)?.quantity.numeric

/** The current price of the token; where it isn't held, that of when it was chosen. */
export const selectTokenPrice = ({ send, ...state }: ModalState): number | undefined =>
  send?.token && (getKnownHolding(state, send.namespace, send.token)?.price ?? send.token.price)

/** Whether the wallet is on the network of the transfer: the account's tokens on other networks are unknown. */
const selectIsThere = (state: ModalState): boolean =>
  getCaipNetworkId(state, state.send?.namespace) === state.send?.caipNetworkId

type AmountFieldProps = {
  readonly send: SendState
  readonly problem: SendFormProblem | undefined
  /** Whether the maximum amount could not be determined. */
  readonly hasFailed: boolean
  readonly onFailed: (hasFailed: boolean) => void
}

/** The amount and the token. */
export function AmountField({ send, problem, hasFailed, onFailed }: AmountFieldProps): ReactElement {
  const { modal, prepareView } = useShell()
  const t = useTexts(sendTexts)
  const locale = useLocale()
  const balance = useModalState(selectBalance)
  const isThere = useModalState(selectIsThere)
  const [isAsking, setAsking] = useState(false)
  const { token, amount, fixed } = send
  const isFixed = fixed.includes('amount')
  const isGiven = fixed.includes('token') || !isThere

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
      isBad={toProblemKey(problem) !== undefined}
      input={{
        inputMode: 'decimal',
        placeholder: '0',
        value: amount,
        readOnly: isFixed,
        maxLength: 100,
        dir: 'ltr',
        ...onTypedAmount((typed) => {
          onFailed(false)
          setSendAmount(modal, typed)
        }),
      }}
      note={<AmountNote send={send} problem={problem} hasFailed={hasFailed} />}
      tone={hasFailed || send.tokenStatus === 'failed' || toProblemKey(problem) ? 'bad' : undefined}
      end={
        token &&
        balance !== undefined && (
          <span className="have">
            <bdi title={`${toNumberText(balance, locale)} ${token.symbol}`}>
              {t('sendBalance', { amount: toTokenText(balance, locale), symbol: token.symbol })}
            </bdi>
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
        onPointerOver={() => prepareView('WalletSendSelectToken')}
        onClick={() => push(modal, { view: 'WalletSendSelectToken', params: undefined })}
      >
        {token ? (
          <>
            <TokenTile token={token} />
            <bdi title={token.name}>{token.symbol}</bdi>
            {!isGiven && <span className="sr">{t('sendTokenIs')}</span>}
          </>
        ) : (
          t('send_noToken')
        )}
        {!isGiven && <Icon name="down" />}
      </button>
    </SendField>
  )
}

/** The text of a problem with the amount; none while there is no amount. */
function toProblemKey(problem: SendFormProblem | undefined): 'send_badAmount' | 'send_tooLittle' | undefined {
  return problem === 'badAmount' || problem === 'tooLittle' ? `send_${problem}` : undefined
}

type AmountNoteProps = {
  readonly send: SendState
  readonly problem: SendFormProblem | undefined
  /** Whether the maximum amount could not be determined. */
  readonly hasFailed: boolean
}

/** The value of the amount, or an error. */
function AmountNote({ send, problem, hasFailed }: AmountNoteProps): string | undefined {
  const t = useTexts(sendTexts)
  const locale = useLocale()
  const price = useModalState(selectTokenPrice)
  const { tokenStatus, amount, error } = send
  const problemKey = toProblemKey(problem)
  if (hasFailed) return t('sendMaxFailed')
  if (tokenStatus === 'failed') return t(error?.code === 'INVALID_PARAMS' ? 'sendTokenFailed' : 'sendTokenUnread')
  if (problemKey) return t(problemKey)
  return price === undefined ? undefined : toWorth(amount, price, locale)
}

type ReceiverFieldProps = {
  readonly send: SendState
  readonly onChange: (text: string) => void
}

/** The receiver: an address, or a name and its address. */
export function ReceiverField({ send, onChange }: ReceiverFieldProps): ReactElement {
  const { modal } = useShell()
  const t = useTexts(sendTexts)
  const { to, receiver, namespace } = send
  const isBad = receiver.status === 'invalid' || receiver.status === 'failed'
  return (
    <SendField
      label={t('sendTo')}
      isBad={isBad}
      input={{
        className: 'to',
        placeholder: t(namespace === 'eip155' && hasBlockchainApi(modal) ? 'sendToHintName' : 'sendToHint'),
        value: to,
        readOnly: send.fixed.includes('to'),
        autoCapitalize: 'none',
        maxLength: 300,
        dir: to ? 'ltr' : undefined,
        onChange: (event) => onChange(event.target.value),
      }}
      note={<ReceiverNote send={send} />}
      tone={isBad ? 'bad' : isToSelf(send) ? 'warn' : undefined}
    >
      {receiver.status === 'checking' && <Icon name="loader" spin />}
      {receiver.status === 'ready' && <Icon name="check" />}
    </SendField>
  )
}

/** Whether the receiver is the sender. */
export function isToSelf({ namespace, address, receiver }: SendState): boolean {
  return receiver.status === 'ready' && isSameAddress(namespace, receiver.address, address)
}

/** The note below the receiver: an error, the address of a name, or a warning that it is the sender. */
function ReceiverNote({ send }: { readonly send: SendState }): ReactNode {
  const t = useTexts(sendTexts)
  const { receiver, caipNetworkId } = send
  const network = useNetworkById(caipNetworkId)
  if (receiver.status === 'invalid') return t('sendToInvalid', { network: network?.name ?? caipNetworkId })
  if (receiver.status === 'failed') return t('sendNameFailed')
  if (receiver.status !== 'ready') return undefined
  const { name, address } = receiver
  return (
    <>
      {name && <p>{t('sendToIs', { name, address: toShortAddress(address) })}</p>}
      {isToSelf(send) && <p>{t('sendToSelf')}</p>}
    </>
  )
}

type SendFieldProps = {
  readonly label: string
  readonly isBad: boolean
  readonly input: InputHTMLAttributes<HTMLInputElement>
  /** Beside the field. */
  readonly children: ReactNode
  /** A note on the input. */
  readonly note: ReactNode
  /** Of the note. */
  readonly tone: 'bad' | 'warn' | undefined
  /** At the end of the line below. */
  readonly end?: ReactNode
}

/** A field of the form, with its label and its note. */
function SendField({ label, isBad, input, children, note, tone, end }: SendFieldProps): ReactElement {
  const id = useId()
  return (
    <div className="sendbox" part="field" data-bad={isBad || undefined}>
      <label htmlFor={id}>{label}</label>
      <input
        part="input"
        id={id}
        aria-invalid={isBad || undefined}
        aria-describedby={`${id}-more`}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        {...input}
      />
      {children}
      <div className="more" id={`${id}-more`}>
        <div role="status" data-tone={tone}>
          {note}
        </div>
        {end}
      </div>
    </div>
  )
}
