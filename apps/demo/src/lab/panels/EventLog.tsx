import type { ModalEvent } from '@latchkey/core'
import { watchEvents } from '@latchkey/core/controllers'
import { useModal } from '@latchkey/ui-react'
import { type ReactElement, useEffect, useState } from 'react'
import { Panel } from './Panel.js'

/** Maximum number of events shown. */
const limit = 50

type Entry = { readonly id: number; readonly event: ModalEvent }

export function EventLog(): ReactElement {
  const { modal } = useModal()
  const [entries, setEntries] = useState<readonly Entry[]>([])
  useEffect(
    () =>
      watchEvents(modal, (event) =>
        setEntries((last) => [{ id: (last[0]?.id ?? 0) + 1, event }, ...last].slice(0, limit)),
      ),
    [modal],
  )
  return (
    <Panel title="Events" wide>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <ol className="events" data-testid="events" tabIndex={0}>
        {entries.map(({ id, event }) => (
          <li key={id}>
            <time>{new Date(event.timestamp).toLocaleTimeString()}</time> <b>{event.event}</b>{' '}
            <code>{event.properties ? JSON.stringify(event.properties) : ''}</code>
          </li>
        ))}
      </ol>
      {entries.length === 0 && (
        <p className="muted">Nothing yet. Events stay on this page: nothing is sent anywhere.</p>
      )}
    </Panel>
  )
}
