import type { ConnectMethod, ModalState, Namespace } from '@latchkey/core'
import { Fragment, type ReactElement, type ReactNode } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { frameTexts } from '../../i18n/messages/shared.js'
import { Empty } from '../../primitives/ViewStates.js'
import { isConnectedWith } from './WalletRows.js'

type LoginBlocksProps = {
  /** The login feature, once it is loaded. */
  readonly login: Awaited<ReturnType<typeof loadLogin>> | null | undefined
  readonly namespace: Namespace | undefined
  readonly hasWallets: boolean
  /** Before or after the wallets, in the order that the app has chosen. */
  readonly place: 'before' | 'after'
}

const methods: readonly ConnectMethod[] = ['email', 'social', 'wallet']

const selectFeatures = (state: ModalState): ModalState['features'] => state.features

const selectLastLogin = (state: ModalState): ModalState['lastLogin'] => state.lastLogin

/** Loads the login feature. Pages without an embedded wallet do not load it. */
export const loadLogin = (): Promise<typeof import('../login/index.js')> => import('../login/index.js')

/** The logins among the connection methods, or skeletons while they load. [S2.16] */
export function LoginBlocks({ login, namespace, hasWallets, place }: LoginBlocksProps): ReactElement | null {
  const { modal, t } = useShell()
  const { passkey, email, socials, phone, guest, connectMethodsOrder } = useModalState(selectFeatures)
  // methods that the app does not name come last
  const order = [...new Set([...connectMethodsOrder, ...methods])]
  const wallets = order.indexOf('wallet')
  const here = place === 'before' ? order.slice(0, wallets) : order.slice(wallets + 1)
  const lastLogin = useModalState(selectLastLogin)
  const offered: readonly string[] = socials || []
  // the login that the user knows comes first
  if (lastLogin !== undefined && offered.includes(lastLogin))
    here.sort((a, b) => Number(b === 'social') - Number(a === 'social'))
  const toBlock = (method: ConnectMethod): ReactNode => {
    if (method === 'email' && email) return login ? <login.EmailBlock namespace={namespace} /> : <Skeleton of="email" />
    if (method !== 'social' || offered.length === 0) return undefined
    if (!login) return <Skeleton of="social" lines={Math.min(offered.length, 2)} />
    return login.filterSocials(modal).length > 0 && <login.SocialBlock namespace={namespace} />
  }
  const blocks = here.map((method) => ({ method, block: toBlock(method) })).filter(({ block }) => Boolean(block))
  // the app can't move it: it is the safest login, and the fastest
  const first =
    place === 'before' &&
    passkey &&
    (login ? login.canUsePasskey(modal) && <login.PasskeyBlock namespace={namespace} /> : <Skeleton of="social" />)
  // the last of the logins, wherever these are
  const endsHere = here.includes(order.findLast((method) => method !== 'wallet') ?? 'wallet')
  const isPhoneHere = phone && endsHere
  const isGuestHere = guest && endsHere
  if (blocks.length === 0 && !first && !isPhoneHere && !isGuestHere) return null
  const or = hasWallets && <p className="or muted">{t('or')}</p>
  return (
    <>
      {place === 'after' && or}
      {first}
      {blocks.map(({ method, block }) => (
        <Fragment key={method}>{block}</Fragment>
      ))}
      {isPhoneHere && (login ? <login.PhoneBlock namespace={namespace} /> : <Skeleton of="social" />)}
      {isGuestHere && (login ? <login.GuestBlock namespace={namespace} /> : <Skeleton of="social" />)}
      {place === 'before' && or}
    </>
  )
}

/** Shown with the wallets if the logins could not be loaded. */
export function LoginFailure({ onRetry }: { readonly onRetry: () => void }): ReactElement {
  const t = useTexts(frameTexts)
  return (
    <div className="list" role="alert">
      <Empty icon="warning" title={t('FRAME_LOAD_FAILED')} text={t('viewFailedText')} />
      <button className="btn" part="button" type="button" onClick={onRetry}>
        {t('tryAgain')}
      </button>
    </div>
  )
}

type SkeletonProps = { readonly of: 'email' | 'social'; readonly lines?: number }

/** As high as the login will be. */
function Skeleton({ of, lines = 1 }: SkeletonProps): ReactElement {
  return (
    <div className="login-bones" data-of={of}>
      <span className="bone" />
      {lines > 1 && <span className="bone" />}
    </div>
  )
}

/** Whether there is an embedded wallet that is not connected yet. */
export function hasLogin(state: ModalState, namespace: Namespace | undefined): boolean {
  return state.connectors.some(
    (connector) =>
      connector.type === 'AUTH' &&
      (!namespace || connector.namespaces.includes(namespace)) &&
      !isConnectedWith(state, connector),
  )
}
