import type { ModalState, Namespace, Network } from '@latchkey/core'
import { type ReactElement, useDeferredValue, useId, useState } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { networkTexts } from '../../i18n/messages/networks.js'
import { useTexts } from '../../i18n/useTexts.js'
import { NetworkList } from '../../primitives/NetworkRow/NetworkList.js'
import fieldStyles from '../../primitives/SearchField/SearchField.css'
import { SearchField } from '../../primitives/SearchField/SearchField.js'
import { getShownNamespaces } from '../../router/getShownNamespaces.js'
import ownStyles from './NetworksView.css'

export { NetworksView as View }
export const styles: string = fieldStyles + ownStyles

/** Shorter lists are faster read than searched. */
const searchFrom = 8

const selectNetworks = (state: ModalState): readonly Network[] => state.networks

/** The chain families to show, the active one first. */
function selectFamilies(state: ModalState): readonly Namespace[] {
  const rank = (namespace: Namespace): number => (namespace === state.activeNamespace ? 0 : 1)
  return getShownNamespaces(state).toSorted((a, b) => rank(a) - rank(b))
}

/** The networks of all chain families that the modal shows. */
export function NetworksView(): ReactElement {
  const t = useTexts(networkTexts)
  const id = useId()
  const all = useModalState(selectNetworks)
  const families = useModalState(selectFamilies)
  const [query, setQuery] = useState('')
  const wanted = useDeferredValue(query.trim().toLowerCase())
  const networks = all.filter(({ chainNamespace }) => families.includes(chainNamespace))
  const found = networks.filter(({ name }) => name.toLowerCase().includes(wanted))
  const groups = families
    .map((family) => ({ family, members: found.filter(({ chainNamespace }) => chainNamespace === family) }))
    .filter(({ members }) => members.length > 0)
  return (
    <div className="body">
      {networks.length >= searchFrom && <SearchField label={t('searchNetworks')} value={query} onChange={setQuery} />}
      {groups.map(({ family, members }) =>
        families.length > 1 ? (
          <section className="networks" key={family}>
            <h3 className="group" id={id + family}>
              {t(family)}
            </h3>
            <NetworkList networks={members} labelledBy={id + family} />
          </section>
        ) : (
          <NetworkList networks={members} key={family} />
        ),
      )}
      {found.length === 0 && <p className="empty muted">{t('noNetworksFound')}</p>}
    </div>
  )
}
