import type { ModalState, SendFormProblem, SendState } from '@latchkey/core'
import { getConnection, push } from '@latchkey/core/controllers'
import { setSendReceiver, startSend } from '@latchkey/core/internal'
import { type ComponentType, type FormEvent, type ReactElement, useCallback, useEffect, useState } from 'react'
import { useHoldings } from '../../hooks/useHoldings.js'
import { useModalState } from '../../hooks/useModalState.js'
import { usePart } from '../../hooks/usePart.js'
import { sendTexts } from '../../i18n/messages/send.js'
import { useTexts } from '../../i18n/useTexts.js'
import type { ViewProps } from '../../router/defineView.js'
import { LoadingView } from '../../router/LoadingView.js'
import { useShell } from '../../router/ShellContext.js'
import { AmountBox } from './AmountBox.js'
import { loadFormParts } from './loadFormParts.js'
import { ReceiverBox } from './ReceiverBox.js'
import styles from './WalletSendView.css'

export { styles, WalletSendView as View }
export const Title: ComponentType = () => useTexts(sendTexts)('sendTitle')

const selectSend = (state: ModalState): SendState | undefined => state.send

/** What to send to whom. One button says the first thing that is missing, and leads to the preview. */
export function WalletSendView({ params }: ViewProps<'WalletSend'>): ReactElement {
  const { modal, prepareView } = useShell()
  const t = useTexts(sendTexts)
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
  useHoldings()
  // another account or network has another form
  useEffect(() => {
    if (owner === undefined) return
    startSend(modal, params).catch(() => {
      // the wallet is gone: the view says so
    })
  }, [modal, params, owner])

  const isGone = owner === undefined
  const isFilled = send !== undefined && (send.amount !== '' || send.to !== '')
  const parts = usePart(loadFormParts, isGone || hasFailed || isFilled || params !== undefined)
  const found = useModalState(
    useCallback((state: ModalState): SendFormProblem | undefined => parts?.getSendFormProblem(state), [parts]),
  )
  // the boundary of the view offers to try again
  if (parts === null) throw new Error('A part of the form could not be loaded.')
  if (isGone) return parts ? <parts.NotConnected namespace={namespace} /> : <LoadingView />
  if (!send) return <LoadingView />

  const problem = parts ? found : toMissing(send)
  const isSending = send.step === 'sending' || send.step === 'looking'
  const isOff = !isSending && problem !== undefined && problem !== 'noToken'
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isSending) push(modal, { view: 'WalletSendPreview', params: undefined })
    else if (problem === 'noToken') push(modal, { view: 'WalletSendSelectToken', params: undefined })
    else if (!isOff) void parts?.reviewSend(modal)
  }
  return (
    <form className="body" onSubmit={submit} noValidate>
      <AmountBox
        send={send}
        parts={parts}
        isBad={problem === 'badAmount' || problem === 'tooLittle'}
        hasFailed={hasFailed}
        onFailed={setFailed}
      />
      <ReceiverBox send={send} parts={parts} onChange={(text) => setSendReceiver(modal, text)} />
      {problem === 'tooLittle' && parts && <parts.FundButton />}
      <button
        className="btn"
        part="button primary"
        data-kind="primary"
        type="submit"
        disabled={isOff || send.tokenStatus !== 'ready'}
        onPointerOver={() => prepareView('WalletSendPreview')}
      >
        {parts ? <parts.SendLabel isSending={isSending} problem={problem} /> : t(`send_${toMissing(send)}`)}
      </button>
    </form>
  )
}

/** What is there to be said before what was typed can be looked at. */
function toMissing({ token, amount, to }: SendState): 'noToken' | 'noAmount' | 'noReceiver' | 'checkingReceiver' {
  if (!token) return 'noToken'
  if (amount === '') return 'noAmount'
  return to === '' ? 'noReceiver' : 'checkingReceiver'
}
