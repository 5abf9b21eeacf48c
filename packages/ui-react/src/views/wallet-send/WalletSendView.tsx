import type { ModalState, SendProblem, SendState } from '@latchkey/core'
import { getConnection, getSendProblem, push, reviewSend, setSendReceiver, startSend } from '@latchkey/core/controllers'
import { type ComponentType, type FormEvent, type ReactElement, useCallback, useEffect } from 'react'
import { useHoldings } from '../../hooks/useHoldings.js'
import { useModalState } from '../../hooks/useModalState.js'
import { sendTexts } from '../../i18n/messages/send.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Empty } from '../../primitives/Empty/Empty.js'
import type { ViewProps } from '../../router/defineView.js'
import { LoadingView } from '../../router/LoadingView.js'
import { useShell } from '../../router/ShellContext.js'
import { AmountBox } from './AmountBox.js'
import { ReceiverBox } from './ReceiverBox.js'
import styles from './WalletSendView.css'

export { styles, WalletSendView as View }
export const Title: ComponentType = () => useTexts(sendTexts)('sendTitle')

const selectSend = (state: ModalState): SendState | undefined => state.send
const selectProblem = (state: ModalState): SendProblem | undefined => getSendProblem(state)

/** What to send to whom. One button says the first thing that is missing, and leads to the preview. */
export function WalletSendView({ params }: ViewProps<'WalletSend'>): ReactElement {
  const { modal, prepareView } = useShell()
  const t = useTexts(sendTexts)
  const send = useModalState(selectSend)
  const problem = useModalState(selectProblem)
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
  useHoldings()
  // another account or network has another form
  useEffect(() => {
    if (owner === undefined) return
    startSend(modal, params).catch(() => {
      // the wallet is gone: the view says so
    })
  }, [modal, params, owner])

  if (owner === undefined)
    return (
      <div className="body">
        <Empty icon="wallet" title={t('sendNotConnected')} />
        <button
          className="btn"
          part="button primary"
          data-kind="primary"
          type="button"
          onClick={() => push(modal, { view: 'Connect', params: { namespace } })}
        >
          {t('buttonConnect')}
        </button>
      </div>
    )
  if (!send) return <LoadingView />

  const isSending = send.step === 'sending'
  const isOff = !isSending && problem !== undefined && problem !== 'noToken'
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isSending) push(modal, { view: 'WalletSendPreview', params: undefined })
    else if (problem === 'noToken') push(modal, { view: 'WalletSendSelectToken', params: undefined })
    else if (!isOff) void reviewSend(modal)
  }
  return (
    <form className="body" onSubmit={submit} noValidate>
      <AmountBox send={send} isBad={problem === 'badAmount' || problem === 'tooLittle'} />
      <ReceiverBox send={send} onChange={(text) => setSendReceiver(modal, text)} />
      {problem === 'tooLittle' && (
        <button
          className="btn"
          part="button"
          type="button"
          onClick={() => push(modal, { view: 'FundWallet', params: undefined })}
        >
          {t('sendFund')}
        </button>
      )}
      <button
        className="btn"
        part="button primary"
        data-kind="primary"
        type="submit"
        disabled={isOff || send.tokenStatus !== 'ready'}
        onPointerOver={() => prepareView('WalletSendPreview')}
      >
        {t(isSending ? 'send_waiting' : problem && isLabelled(problem) ? `send_${problem}` : 'send_ready')}
      </button>
    </form>
  )
}

/** The preview has problems of its own. */
function isLabelled(problem: SendProblem): problem is Exclude<SendProblem, 'noFee' | 'noFeeMoney'> {
  return problem !== 'noFee' && problem !== 'noFeeMoney'
}
