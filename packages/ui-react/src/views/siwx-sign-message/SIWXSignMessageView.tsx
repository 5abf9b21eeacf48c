import { internals, type ModalState, toShortAddress } from '@latchkey/core'
import { close, getAccount } from '@latchkey/core/controllers'
import { isSignInRequired } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { fill } from '../../i18n/fill.js'
import { signInTexts } from '../../i18n/messages/signIn.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Icon } from '../../primitives/Icon/Icon.js'
import { useShell } from '../../router/ShellContext.js'
import { OpenWallet } from '../connecting-wallet-connect/mobile/OpenWallet.js'
import { getDomain } from './getDomain.js'
import { Parties } from './Parties.js'
import styles from './SIWXSignMessageView.css'
import { toWords } from './toWords.js'
import { useSignIn } from './useSignIn.js'
import { useSlow } from './useSlow.js'

export { SIWXSignMessageView as View, styles }

const selectAddress = (state: ModalState): string => getAccount(state).address ?? ''
const selectWallet = (state: ModalState): string => getAccount(state).connectedWalletInfo?.name ?? ''
const selectNamespace = (state: ModalState): ModalState['activeNamespace'] => state.activeNamespace

/** Asks the visitor to prove by a signature that the account is theirs. [S4.21] */
export function SIWXSignMessageView(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(signInTexts)
  const flow = useSignIn()
  const { step } = flow
  const address = toShortAddress(useModalState(selectAddress))
  const wallet = useModalState(selectWallet)
  const namespace = useModalState(selectNamespace)
  const isSlow = useSlow(step === 'signing')
  const domain = getDomain(modal)
  const isOffline = modal.env.window()?.navigator.onLine === false
  const [title, text] = toWords(flow, { isSlow, isOffline })
  const app = modal[internals].options.metadata?.name ?? domain
  const isBusy = step === 'signing' || step === 'leaving' || step === 'checking'
  const isOver = step === 'idle' || step === 'signedIn'
  return (
    <div className="body">
      {/* one element for all steps, so that a change of its words is announced */}
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
          {/* stays where the focus is while it waits */}
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
