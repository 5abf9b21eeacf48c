import { getNetworkState, type ModalState, type Namespace, type Network } from '@latchkey/core'
import { startSwitch } from '@latchkey/core/controllers/network'
import { type ReactElement, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { getShownNamespaces } from '../../hooks/networks.js'
import { useIsVisible } from '../../hooks/useAfterPaint.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useNamespaceName } from '../../hooks/useNamespaceName.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { LongList } from '../../primitives/LongList.js'
import { NetworkTile } from '../../primitives/NetworkTile.js'
import { Row, Tick } from '../../primitives/Row.js'
import { SearchField } from '../../primitives/SearchField.js'
import { networkTexts } from './messages.js'

/** Shorter lists have no search field. */
const searchFrom = 8

const selectNetworks = (state: ModalState): readonly Network[] => state.networks

/** The networks of all shown namespaces. */
export function NetworksView(): ReactElement {
  const t = useTexts(networkTexts)
  const nameOf = useNamespaceName()
  const all = useModalState(selectNetworks)
  const families = useModalState(selectFamilies)
  const [query, setQuery] = useState('')
  // the view stays mounted while the modal is closed
  const isVisible = useIsVisible()
  if (!isVisible && query !== '') setQuery('')
  const wanted = useDeferredValue(query.trim().toLowerCase())
  const networks = useMemo(() => all.filter(({ chainNamespace }) => families.includes(chainNamespace)), [all, families])
  const groups = useMemo(() => {
    const found = networks.filter(({ name }) => name.toLowerCase().includes(wanted))
    return families
      .map((family) => ({ family, members: found.filter(({ chainNamespace }) => chainNamespace === family) }))
      .filter(({ members }) => members.length > 0)
  }, [networks, families, wanted])
  return (
    <div className="body">
      {networks.length >= searchFrom && <SearchField label={t('searchNetworks')} value={query} onChange={setQuery} />}
      {groups.map(({ family, members }) =>
        families.length > 1 ? (
          <section className="networks" key={family}>
            <h3 className="group">{nameOf(family)}</h3>
            <NetworkList networks={members} label={nameOf(family)} />
          </section>
        ) : (
          <NetworkList networks={members} label={t('networksTitle')} key={family} />
        ),
      )}
      {groups.length === 0 && <p className="empty muted">{t('noNetworksFound')}</p>}
    </div>
  )
}

type NetworkListProps = {
  /** All of one namespace. */
  readonly networks: readonly Network[]
  readonly label: string
}

const selectCurrent = (state: ModalState): string | undefined => getNetworkState(state).caipNetworkId

/** Networks to choose from: the active one has a check mark; those that the wallet did not approve are disabled. */
export function NetworkList({ networks, label }: NetworkListProps): ReactElement {
  const { modal } = useShell()
  const t = useTexts(networkTexts)
  const current = useModalState(selectCurrent)
  const namespace = networks[0]?.chainNamespace
  const selectApproved = useCallback(
    (state: ModalState): readonly string[] | undefined => getNetworkState(state, namespace).approvedCaipNetworkIds,
    [namespace],
  )
  const approved = useModalState(selectApproved)
  const lines = useMemo(
    () => networks.map((network) => ({ kind: 'row' as const, id: network.caipNetworkId, network })),
    [networks],
  )
  const render = useCallback(
    ({ network }: { readonly network: Network }) => {
      const { caipNetworkId, name } = network
      const isCurrent = caipNetworkId === current
      const isApproved = approved?.includes(caipNetworkId) ?? true
      return (
        <Row
          title={name}
          detail={isApproved ? undefined : t('networkNotApproved')}
          mark={<NetworkTile network={network} />}
          end={isCurrent ? <Tick label={t('networkActive')} /> : undefined}
          isCurrent={isCurrent}
          isDisabled={!isApproved}
          onClick={() => void startSwitch(modal, network)}
        />
      )
    },
    [modal, t, current, approved],
  )
  return (
    <div className="network-list">
      <LongList label={label} lines={lines} render={render} />
    </div>
  )
}

/** The namespaces to show, the active one first. */
function selectFamilies(state: ModalState): readonly Namespace[] {
  const rank = (namespace: Namespace): number => (namespace === state.activeNamespace ? 0 : 1)
  return getShownNamespaces(state).toSorted((a, b) => rank(a) - rank(b))
}
