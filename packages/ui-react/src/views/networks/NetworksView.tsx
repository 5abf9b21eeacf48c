import type { ModalState, Network } from '@latchkey/core'
import { getNetworkState } from '@latchkey/core/controllers'
import { type ReactElement, useDeferredValue, useState } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { Icon } from '../../primitives/Icon/Icon.js'
import { NetworkList } from '../../primitives/NetworkRow/NetworkList.js'
import { useShell } from '../../router/ShellContext.js'
import styles from './NetworksView.css'

export { styles }

/** Shorter lists are faster read than searched. */
const searchFrom = 8

const selectNetworks = (state: ModalState): readonly Network[] => getNetworkState(state).requestedCaipNetworks

/** The networks of the active chain family. */
export function NetworksView(): ReactElement {
  const { t } = useShell()
  const networks = useModalState(selectNetworks)
  const [query, setQuery] = useState('')
  const wanted = useDeferredValue(query.trim().toLowerCase())
  const found = networks.filter(({ name }) => name.toLowerCase().includes(wanted))
  return (
    <div className="body">
      {networks.length >= searchFrom && (
        <label className="field">
          <Icon name="search" />
          <input
            type="search"
            aria-label={t('searchNetworks')}
            placeholder={t('searchNetworks')}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        </label>
      )}
      <NetworkList networks={found} />
      {found.length === 0 && <p className="empty muted">{t('noNetworksFound')}</p>}
    </div>
  )
}
