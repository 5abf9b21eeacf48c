import { type ErrorCode, getAccount, internals, type ModalState, toShortAddress } from '@latchkey/core'
import { close, isSignInRequired } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import type { ShellKey } from '../../i18n/messages/keys.js'
import { fill } from '../../i18n/translate.js'
import { OpenWallet } from '../../primitives/OpenWallet.js'
import { Tile } from '../../primitives/Row.js'
import { Status, type StatusKind } from '../../primitives/Status.js'
import type { UiModal } from '../../uiModal.js'
import { signInTexts } from './messages.js'
import { type SignInFlow, useSignInFlow, useSlow } from './useSignInFlow.js'

const selectAddress = (state: ModalState): string => getAccount(state).address ?? ''
const selectWallet = (state: ModalState) => getAccount(state).connectedWalletInfo
const selectNamespace = (state: ModalState): ModalState['activeNamespace'] => state.activeNamespace

/** Asks the user to sign a message with the account. [S4.21] */
export function SIWXSignMessageView(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(signInTexts)
  const flow = useSignInFlow()
  const { step } = flow
  const address = toShortAddress(useModalState(selectAddress))
  const walletInfo = useModalState(selectWallet)
  const wallet = walletInfo?.name ?? ''
  const namespace = useModalState(selectNamespace)
  const isSlow = useSlow(step === 'signing')
  const domain = getDomain(modal)
  const isOffline = modal.env.window()?.navigator.onLine === false
  const [title, text] = toSignInTexts(flow, { isSlow, isOffline })
  const app = modal[internals].options.metadata?.name ?? domain
  const isBusy = step === 'signing' || step === 'leaving' || step === 'checking'
  const isOver = step === 'idle' || step === 'signedIn'
  const { metadata } = modal[internals].options
  const cancel = { text: step === 'leaving' ? t('signInDisconnect') : t('cancel'), onClick: flow.cancel }
  const sign = {
    text: t(isBusy ? 'signInWaiting' : step === 'failed' ? 'tryAgain' : 'signInSign'),
    isBusy,
    onClick: flow.sign,
  }
  return (
    <Status
      kind={kinds[step]}
      mark={<Tile name={walletInfo?.name ?? ''} src={walletInfo?.icon} />}
      badge={<Tile name={app} src={metadata?.icons?.[0] ?? getPageIcon(modal)} />}
      title={t(title, { wallet })}
      text={fill(t(text, { wallet }), { app, address })}
      primary={isOver ? undefined : sign}
      secondary={isOver ? { text: t('close'), onClick: () => close(modal, { force: true }) } : cancel}
    >
      {!isOver && (
        <div className="note">
          <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M12 3.500l7 3v5c0 4.500-3 7.600-7 9-4-1.400-7-4.500-7-9v-5z" />
          </svg>
          <p dir="auto">{fill(t('signInDomain'), { domain: <b>{domain}</b> })}</p>
          {isSignInRequired(modal) && <p dir="auto">{t('signInRequired', { wallet })}</p>}
        </div>
      )}
      {step === 'signing' && <OpenWallet namespace={namespace} />}
    </Status>
  )
}

/** The icon of the page, if it names one. */
function getPageIcon(modal: UiModal): string | undefined {
  return modal.env.window()?.document.querySelector<HTMLLinkElement>('link[rel~="icon"]')?.href
}

/** Host and port of the page, as in the address bar. */
function getDomain(modal: UiModal): string {
  return modal.env.window()?.location.host ?? ''
}

const kinds: { readonly [step in SignInFlow['step']]: StatusKind } = {
  idle: 'ready',
  checking: 'waiting',
  signedOut: 'ready',
  signing: 'waiting',
  signedIn: 'done',
  leaving: 'waiting',
  failed: 'failed',
}

type Key = keyof typeof signInTexts | ShellKey

/** Heading and text of each step. */
const words: { readonly [step in SignInFlow['step']]: readonly [title: Key, text: Key] } = {
  idle: ['signInNotConnected', 'signInNotConnectedText'],
  checking: ['signInChecking', 'signInCheckingText'],
  signedOut: ['signInApp', 'signInText'],
  signing: ['signInWallet', 'signInWalletText'],
  signedIn: ['signInDone', 'signInDoneText'],
  leaving: ['signInLeaving', 'signInLeavingText'],
  failed: ['SIGN_IN_FAILED', 'signInRetryHelp'],
}

/** The title and text of the view. A failure is titled as an error of signing [S8.15]; the text says which, and what to do. */
function toSignInTexts(
  { step, error }: Pick<SignInFlow, 'step' | 'error'>,
  { isSlow, isOffline }: { readonly isSlow: boolean; readonly isOffline: boolean },
): readonly [title: Key, text: Key] {
  const [title, text] = words[step]
  if (step === 'signing') return [title, isSlow ? 'signInSlow' : text]
  if (step !== 'failed' || !error) return [title, text]
  return [title, isOffline ? 'signInOffline' : toHelp(error.code)]
}

function toHelp(code: ErrorCode): Key {
  const key = `${code}_signIn`
  return isOwn(key) ? key : 'signInRetryHelp'
}

function isOwn(key: string): key is keyof typeof signInTexts {
  return Object.hasOwn(signInTexts, key)
}
