import { getConnection, type ModalState, type SendFormProblem, type SendState } from '@latchkey/core'
import { push } from '@latchkey/core/controllers/shell'
import {
  getRoute,
  getSendFormProblem,
  retrySendLookups,
  reviewSend,
  setSendReceiver,
  startSend,
} from '@latchkey/core/internal'
import { type FormEvent, type ReactElement, useCallback, useEffect, useState } from 'react'
import type { ViewProps } from '../../defineView.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { LoadingView, NotConnected } from '../../primitives/ViewStates.js'
import { sendTexts } from './messages.js'
import { AmountField, ReceiverField } from './SendFields.js'
import { useHoldings } from './useHoldings.js'
import { SendOutcome } from './WalletSendPreviewView.js'

const selectSend = (state: ModalState): SendState | undefined => state.send
const selectProblem = (state: ModalState): SendFormProblem | undefined => getSendFormProblem(state)
/** Whether a transfer of the preview came back to the form: the user went back, or the wallet refused it after that. */
const selectReturned = (state: ModalState): boolean =>
  state.send?.step === 'preview' && getRoute(state).view === 'WalletSend'

/**
 * The form of a transfer. Its button names the first missing input, or opens the preview. After going
 * back while the wallet shows its prompt, the outcome is shown here.
 */
export function WalletSendView({ params }: ViewProps<'WalletSend'>): ReactElement {
  const { modal, prepareView } = useShell()
  const send = useModalState(selectSend)
  const namespace = params?.caipNetworkId?.split(':')[0] as SendState['namespace'] | undefined
  const owner = useModalState(
    useCallback(
      (state: ModalState) => {
        const connection = getConnection(state, namespace)
        return connection && `${connection.caipNetworkId}:${connection.accounts[0].address}`
      },
      [namespace],
    ),
  )
  const [hasFailed, setFailed] = useState(false)
  const isReturned = useModalState(selectReturned)
  useHoldings()
  // another account or network starts a new form; a declined transfer returns to this one
  // biome-ignore lint/correctness/useExhaustiveDependencies: a declined transfer can be edited again
  useEffect(() => {
    if (owner === undefined) return
    startSend(modal, params).catch(() => {
      // the wallet is disconnected: the view shows it
    })
  }, [modal, params, owner, isReturned])

  const problem = useModalState(selectProblem)
  const isSending = send?.step === 'sending' || send?.step === 'looking'
  /** The transfer that the wallet was asked for when the user came back to this view. */
  const [asked, setAsked] = useState<number>()
  if (isSending && asked !== send.id) setAsked(send.id)
  if (owner === undefined) return <NotConnected namespace={namespace} />
  if (!send) return <LoadingView />
  if (!isSending && send.id === asked && send.step !== 'form' && send.step !== 'preview')
    return <SendOutcome send={send} />

  // users can't change the fields that the app has set
  const canRetry = send.tokenStatus === 'failed' || (problem === 'badReceiver' && send.receiver.status === 'failed')
  const isOff = !isSending && !canRetry && problem !== undefined && problem !== 'noToken'
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isSending) push(modal, { view: 'WalletSendPreview', params: undefined })
    else if (canRetry) void retrySendLookups(modal)
    else if (problem === 'noToken') push(modal, { view: 'WalletSendSelectToken', params: undefined })
    else if (!isOff) void reviewSend(modal)
  }
  return (
    <form className="body" onSubmit={submit} noValidate>
      <AmountField send={send} problem={problem} hasFailed={hasFailed} onFailed={setFailed} />
      <ReceiverField send={send} onChange={(text) => setSendReceiver(modal, text)} />
      {problem === 'tooLittle' && <FundButton />}
      <button
        className="btn"
        part="button primary"
        data-kind="primary"
        type="submit"
        disabled={isOff || send.tokenStatus === 'loading'}
        onPointerOver={() => prepareView('WalletSendPreview')}
      >
        <SendLabel isSending={isSending} canRetry={canRetry} problem={problem} />
      </button>
    </form>
  )
}

type SendLabelProps = {
  /** Whether the wallet is being asked. */
  readonly isSending: boolean
  /** Whether a lookup failed. */
  readonly canRetry: boolean
  readonly problem: SendFormProblem | undefined
}

/** The label of the form's button: the first missing input, or its action. */
function SendLabel({ isSending, canRetry, problem }: SendLabelProps): string {
  const t = useTexts(sendTexts)
  if (canRetry) return t('tryAgain')
  return t(isSending ? 'send_waiting' : problem ? `send_${problem}` : 'send_ready')
}

/** Leads to the ways to add funds. */
function FundButton(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(sendTexts)
  return (
    <button
      className="btn"
      part="button"
      type="button"
      onClick={() => push(modal, { view: 'FundWallet', params: undefined })}
    >
      {t('addFunds')}
    </button>
  )
}
