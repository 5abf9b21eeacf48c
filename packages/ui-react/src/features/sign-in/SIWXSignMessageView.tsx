import { type ErrorCode, getAccount, internals, type ModalState, toShortAddress } from '@latchkey/core'
import { close, isSignInRequired } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import type { ShellKey } from '../../i18n/messages/keys.js'
import { fill } from '../../i18n/translate.js'
import { Icon } from '../../primitives/Icon.js'
import { OpenWallet } from '../../primitives/OpenWallet.js'
import { Tile } from '../../primitives/Row.js'
import type { UiModal } from '../../uiModal.js'
import { signInTexts } from './messages.js'
import { type SignInFlow, useSignInFlow, useSlow } from './useSignInFlow.js'

const selectAddress = (state: ModalState): string => getAccount(state).address ?? ''
const selectWallet = (state: ModalState): string => getAccount(state).connectedWalletInfo?.name ?? ''
const selectNamespace = (state: ModalState): ModalState['activeNamespace'] => state.activeNamespace

/** Asks the user to sign a message with the account. [S4.21] */
export function SIWXSignMessageView(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(signInTexts)
  const flow = useSignInFlow()
  const { step } = flow
  const address = toShortAddress(useModalState(selectAddress))
  const wallet = useModalState(selectWallet)
  const namespace = useModalState(selectNamespace)
  const isSlow = useSlow(step === 'signing')
  const domain = getDomain(modal)
  const isOffline = modal.env.window()?.navigator.onLine === false
  const [title, text] = toSignInTexts(flow, { isSlow, isOffline })
  const app = modal[internals].options.metadata?.name ?? domain
  const isBusy = step === 'signing' || step === 'leaving' || step === 'checking'
  const isOver = step === 'idle' || step === 'signedIn'
  return (
    <div className="body">
      {/* one element for all steps, so that changes are announced */}
      <div
        className="sign"
        role="status"
        data-bad={step === 'failed' ? '' : undefined}
        data-busy={isBusy ? '' : undefined}
      >
        <Parties />
        <h3 dir="auto">{t(title, { app, wallet })}</h3>
        <p className="muted" dir="auto">
          {fill(t(text, { wallet }), { address: <bdi key="address">{address}</bdi> })}
        </p>
      </div>
      {!isOver && (
        <div className="note">
          <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M12 3.500l7 3v5c0 4.500-3 7.600-7 9-4-1.400-7-4.500-7-9v-5z" />
          </svg>
          <p dir="auto">
            {fill(t('signInDomain'), {
              domain: (
                <b>
                  <bdi>{domain}</bdi>
                </b>
              ),
            })}
          </p>
          {isSignInRequired(modal) && <p dir="auto">{t('signInRequired', { wallet })}</p>}
        </div>
      )}
      {step === 'signing' && <OpenWallet namespace={namespace} />}
      {isOver ? (
        <button className="btn" part="button" type="button" onClick={() => close(modal, { force: true })}>
          {t('close')}
        </button>
      ) : (
        <div className="two">
          <button className="btn" part="button" type="button" onClick={flow.cancel}>
            {step === 'leaving' ? t('signInDisconnect') : t('cancel')}
          </button>
          {/* keeps the focus while it waits */}
          <button
            className="btn"
            part="button primary"
            data-kind="primary"
            type="button"
            aria-disabled={isBusy || undefined}
            onClick={() => isBusy || flow.sign()}
          >
            {isBusy && <Icon name="loader" spin />}
            {t(isBusy ? 'signInWaiting' : step === 'failed' ? 'tryAgain' : 'signInSign')}
          </button>
        </div>
      )}
    </div>
  )
}

const selectWalletInfo = (state: ModalState) => getAccount(state).connectedWalletInfo

/** The icons of the app and of the wallet. */
function Parties(): ReactElement {
  const { modal } = useShell()
  const wallet = useModalState(selectWalletInfo)
  const { metadata } = modal[internals].options
  const page = modal.env.window()?.document.querySelector<HTMLLinkElement>('link[rel~="icon"]')
  return (
    <span className="duo">
      <Tile name={metadata?.name ?? getDomain(modal)} src={metadata?.icons?.[0] ?? page?.href} />
      <Tile name={wallet?.name ?? ''} src={wallet?.icon} />
    </span>
  )
}

/** Host and port of the page, as in the address bar. */
function getDomain(modal: UiModal): string {
  return modal.env.window()?.location.host ?? ''
}

type Key = keyof typeof signInTexts | ShellKey

/** Heading and text of each step. */
const words: { readonly [step in SignInFlow['step']]: readonly [title: Key, text: Key] } = {
  idle: ['signInNobody', 'signInNobodyText'],
  checking: ['signInChecking', 'signInCheckingText'],
  signedOut: ['signInApp', 'signInText'],
  signing: ['signInWallet', 'signInWalletText'],
  signedIn: ['signInDone', 'signInText'],
  leaving: ['signInLeaving', 'signInLeavingText'],
  failed: ['SIGN_IN_FAILED', 'signInUnchanged'],
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
  return isOwn(key) ? key : 'signInUnchanged'
}

function isOwn(key: string): key is keyof typeof signInTexts {
  return Object.hasOwn(signInTexts, key)
}
