import {
  type DisclaimerPart,
  getWalletRows,
  internals,
  type ModalState,
  type Namespace,
  type WalletRow,
} from '@latchkey/core'
import { prepareConnect } from '@latchkey/core/controllers/connection'
import { groupWalletRows, hasLogins, isInstalled, isPhone, walletLimits } from '@latchkey/core/internal'
import { Fragment, memo, type ReactElement, type ReactNode, useCallback, useEffect, useId, useState } from 'react'
import type { ViewProps } from '../../defineView.js'
import { useIsOpen, useIsVisible, useModalStateAfterPaint } from '../../hooks/useAfterPaint.js'
import { useLoaded } from '../../hooks/useLoaded.js'
import { useModalState } from '../../hooks/useModalState.js'
import { usePrefetchedWallets } from '../../hooks/usePrefetchedWallets.js'
import { useShell } from '../../hooks/useShell.js'
import { fill } from '../../i18n/translate.js'
import { AllWalletsRow } from '../../primitives/Row.js'
import { Empty, FailedView } from '../../primitives/ViewStates.js'
import { whenIdle } from '../../whenIdle.js'
import { hasLogin, LoginBlocks, LoginFailure, loadLogin } from './LoginBlocks.js'
import { settleRows, toSlotKey, type WalletSlot } from './settleRows.js'
import { loadConnecting } from './useConnectFlow.js'
import { ConnectorRow, isConnectedWith, ListingRow } from './WalletRows.js'

const selectConnectors = (state: ModalState): ModalState['connectors'] => state.connectors
const selectRecent = (state: ModalState): ModalState['recentConnectorIds'] => state.recentConnectorIds
const selectShown = (state: ModalState): Namespace | undefined => state.modal.namespace
const selectWallets = (state: ModalState): ModalState['wallets'] => state.wallets
const selectFeatures = (state: ModalState): ModalState['features'] => state.features

/** The connection methods, on any namespace or on one. [S2.16] */
export function ConnectView({ params }: ViewProps<'Connect'>): ReactElement {
  const { modal, t } = useShell()
  // the rows depend on each of these
  useModalState(selectConnectors)
  useModalState(selectRecent)
  useModalState(selectWallets)
  const features = useModalState(selectFeatures)
  const shown = useModalState(selectShown)
  const namespace = params?.namespace ?? shown
  const rows = modal[internals].options.enableWallets ? getWalletRows(modal, namespace) : []
  const canLogin = useModalState(useCallback((state) => hasLogin(state, namespace), [namespace]))
  const isOffered = canLogin && hasLogins(features)
  const { loaded: login, retry } = useLoaded(loadLogin, isOffered)
  const hasFailed = isOffered && login === null
  const hasBlocks = isOffered && !hasFailed
  const hasWallets = rows.length > 0
  const blocks = { login, namespace: params?.namespace, hasWallets }
  return (
    <>
      {hasFailed && !hasWallets ? (
        <FailedView onRetry={retry} />
      ) : (
        <div className="body">
          {hasBlocks && <LoginBlocks {...blocks} place="before" />}
          {hasWallets ? (
            <WalletList rows={rows} namespace={namespace} />
          ) : (
            !hasBlocks && <Empty icon="wallet" title={t('noWalletsTitle')} text={t('noWalletsText')} />
          )}
          {hasBlocks && <LoginBlocks {...blocks} place="after" />}
          {hasFailed && <LoginFailure onRetry={retry} />}
        </div>
      )}
      <Disclaimer />
      <Legal />
      {features.branding && <p className="foot">{t('branding')}</p>}
    </>
  )
}

type WalletListProps = { readonly rows: readonly WalletRow[]; readonly namespace: Namespace | undefined }

const selectPairing = ({ connectors }: ModalState): boolean => connectors.some(({ type }) => type === 'WALLET_CONNECT')

/** The wallets to connect, one row each; below the headings of the option `walletGroups`, if set. */
function WalletList({ rows, namespace }: WalletListProps): ReactElement {
  const { modal, t } = useShell()
  const id = useId()
  const { enableWallets, enableWalletConnect, services, walletGroups } = modal[internals].options
  const isOpen = useIsOpen()
  const isVisible = useIsVisible()
  const hasListed = useModalState(selectPairing) && enableWallets && enableWalletConnect
  // the bundled list contacts no service: it is there before the modal opens
  usePrefetchedWallets(hasListed && (isOpen || services.wallets === undefined))
  usePreparedConnect(rows)
  // a phone cannot scan its own screen
  const isOnPhone = isPhone(modal.env.window())
  const shown = rows.filter(({ kind, wallet }) => !(isOnPhone && kind === 'walletConnect') && (!wallet || hasListed))
  const connected = useModalStateAfterPaint(useCallback((state) => toConnectedIds(state, rows), [rows]))
  const settled = useSettledRows(shown, { isOpen, isVisible, namespace, hasListed, connected })
  const toItem = (slot: WalletSlot): ReactElement => {
    const id = slot.kind === 'loading' ? undefined : slot.connector?.id
    const isConnected = id !== undefined && settled.connected.includes(id)
    return <WalletItem slot={slot} isConnected={isConnected} namespace={namespace} key={toSlotKey(slot)} />
  }
  const all = hasListed && (
    <li>
      <AllWalletsRow namespace={namespace} />
    </li>
  )
  if (!walletGroups)
    return (
      <ul className="list wallets" aria-label={t('listLabel')}>
        {settled.slots.map(toItem)}
        {all}
      </ul>
    )
  const groups = groupWalletRows(
    modal,
    settled.slots.flatMap((slot) => (slot.kind === 'loading' ? [] : slot)),
  )
  return (
    <>
      {groups.map(({ name, rows: grouped }, index) => (
        <section className="list" key={name ?? ''}>
          <h3 className="group" id={`${id}${index}`}>
            <bdi>{name ?? t('moreWallets')}</bdi>
          </h3>
          <ul className="list wallets" aria-labelledby={`${id}${index}`}>
            {grouped.map(toItem)}
          </ul>
        </section>
      ))}
      {all && <ul className="list wallets">{all}</ul>}
    </>
  )
}

/** The ids of the connectors in these rows that are connected. */
function toConnectedIds(state: ModalState, rows: readonly WalletRow[]): readonly string[] {
  const connectors = rows.flatMap(({ connector }) => connector ?? [])
  return connectors.filter((connector) => isConnectedWith(state, connector)).map(({ id }) => id)
}

type Settling = {
  readonly isOpen: boolean
  /** Whether it is open or fades out. */
  readonly isVisible: boolean
  readonly namespace: Namespace | undefined
  /** Whether wallets of the list are shown. */
  readonly hasListed: boolean
  /** Ids of connected connectors. */
  readonly connected: readonly string[]
}

type SettledRows = { readonly slots: readonly WalletSlot[]; readonly connected: readonly string[] }

/**
 * The rows, with places for those that are still to come. While the modal is open, no row moves; while it fades out, none
 * changes.
 */
function useSettledRows(
  rows: readonly WalletRow[],
  { isOpen, isVisible, namespace, hasListed, connected }: Settling,
): SettledRows {
  const { modal } = useShell()
  const { isReady } = useModalState(selectWallets)
  const { connectorTypeOrder: order } = useModalState(selectFeatures)
  const { featuredWalletIds } = modal[internals].options
  const expected = featuredWalletIds?.length || walletLimits.featured
  const missing =
    hasListed && !isReady ? Math.max(0, expected - rows.filter(({ kind }) => kind === 'featured').length) : 0
  // before the kinds that come after featured wallets
  const after = order.slice(order.indexOf('featured') + 1)
  const next = rows.findIndex(({ kind }) => after.includes(kind))
  const place = next === -1 ? rows.length : next
  // the app may change the order while the list is shown
  const key = `${isVisible} ${namespace} ${order.join()}`
  const [settled, setSettled] = useState<SettledRows & { readonly key: string; readonly content: string }>()
  const shown = isVisible && settled?.key === key ? settled : undefined
  if (shown && !isOpen) return shown
  const slots = settleRows({ rows, missing, place, shown: shown?.slots })
  const content = [key, ...slots.map((slot) => `${toSlotKey(slot)} ${slot.kind}`), ...connected].join()
  if (settled?.content !== content) setSettled({ key, content, slots, connected })
  return { slots, connected }
}

type WalletItemProps = {
  readonly slot: WalletSlot
  readonly isConnected: boolean
  readonly namespace: Namespace | undefined
}

const WalletItem = memo(function WalletItem({ slot, isConnected, namespace }: WalletItemProps): ReactElement {
  return (
    <li>
      {slot.kind === 'loading' ? (
        <span className="bone" />
      ) : slot.connector ? (
        <ConnectorRow connector={slot.connector} kind={isConnected ? 'connected' : slot.kind} namespace={namespace} />
      ) : (
        <ListingRow wallet={slot.wallet} kind={slot.kind} namespace={namespace} />
      )}
    </li>
  )
})

/**
 * Once the list is shown and the page is idle, loads the code that a click on an installed wallet needs. Other connectors bring
 * code of their own, which only their users should load.
 */
function usePreparedConnect(rows: readonly WalletRow[]): void {
  const { modal, t } = useShell()
  const isOpen = useIsOpen()
  const ids = rows.flatMap(({ connector }) => (connector && isInstalled(connector) ? connector.id : []))
  const key = ids.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the ids
  useEffect(() => {
    if (!isOpen || ids.length === 0) return
    whenIdle(modal, () => {
      loadConnecting()
        .then(({ warmUpConnecting }) =>
          whenIdle(modal, () => {
            const options = { View: ConnectView, Button: modal.ui.button, t }
            warmUpConnecting(options).catch(modal[internals].warn)
          }),
        )
        .catch(() => {
          // the click tries again
        })
      for (const connectorId of ids) prepareConnect(modal, { connectorId })
    })
  }, [modal, isOpen, key])
}

/** The app's terms and privacy policy, shown before connecting. */
function Disclaimer(): ReactElement | null {
  const { disclaimer } = useShell().modal[internals].options
  if (disclaimer === undefined) return null
  const parts = typeof disclaimer === 'string' ? [{ text: disclaimer }] : disclaimer
  return (
    <p className="foot" dir="auto">
      {parts.map(({ text, href }: DisclaimerPart, index) => {
        const key = `${index} ${text}`
        return href ? (
          <LegalLink href={href} key={key}>
            {text}
          </LegalLink>
        ) : (
          <Fragment key={key}>{text}</Fragment>
        )
      })}
    </p>
  )
}

/** The terms that the user accepts by connecting, if the app has any. */
function Legal(): ReactElement | null {
  const { modal, t } = useShell()
  const { termsConditionsUrl, privacyPolicyUrl } = modal[internals].options
  const terms = termsConditionsUrl && <LegalLink href={termsConditionsUrl}>{t('legalTerms')}</LegalLink>
  const privacy = privacyPolicyUrl && <LegalLink href={privacyPolicyUrl}>{t('legalPrivacy')}</LegalLink>
  if (!terms && !privacy) return null
  return (
    <p className="foot">
      {terms && privacy ? fill(t('legalBoth'), { terms, privacy }) : fill(t('legalOne'), { link: terms ?? privacy })}
    </p>
  )
}

function LegalLink({ href, children }: { readonly href: string; readonly children: ReactNode }): ReactElement {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}
