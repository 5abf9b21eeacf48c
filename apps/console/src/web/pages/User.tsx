import type { DeviceView, EventView, OperatorResult, UserView } from '@latchkey/vault/operators'
import { type ReactElement, useState } from 'react'
import { ActDialog } from '../ActDialog.js'
import { toTime } from '../format.js'
import { type Loaded, useLoaded, usePages, useSigned } from '../hooks.js'
import {
  Button,
  Card,
  Copy,
  Empty,
  Failure,
  Link,
  LoadedView,
  More,
  NeedsService,
  Note,
  Page,
  Tag,
  Time,
} from '../parts.js'

/** Events of one page. */
const limit = 50

export function UserPage({ id }: { readonly id: string }): ReactElement {
  const user = useLoaded(`user ${id}`, (client, signal) => client.vault('GET /v1/user', { user: id }, signal))
  const devices = useLoaded(`devices ${id}`, (client, signal) => client.vault('GET /v1/devices', { user: id }, signal))
  const events = useLoaded(`events ${id}`, (client, signal) =>
    client.vault('GET /v1/events', { user: id, limit }, signal),
  )
  const reload = (): void => {
    for (const one of [user, devices, events]) one.reload()
  }
  return (
    <Page
      title="User"
      back={{ to: '/users', text: 'Users' }}
      text={<Copy text={id} />}
      actions={user.data && <FreezeButtons user={user.data} onDone={reload} />}
    >
      <NeedsService service="vault">
        {user.data?.frozenAt !== undefined && (
          <Note tone="bad">
            <b>This user is frozen since {toTime(user.data.frozenAt)}.</b> Nothing is signed, exported or changed, and
            nobody logs in as them.
            {user.data.frozenBy === 'key' &&
              ' An API key has frozen them, and API keys of the project can unfreeze them.'}
          </Note>
        )}
        <div className="columns">
          <Card title="Wallet">
            <LoadedView from={user}>{(one) => <Wallet user={one} />}</LoadedView>
          </Card>
          <Card title="Devices">
            <Devices id={id} devices={devices} onDone={reload} />
          </Card>
        </div>
        <Card title="Events" text="From the audit log; each entry was verified.">
          <LoadedView from={events} rows={5}>
            {(page) =>
              page.events.length === 0 ? (
                <Empty title="No events" />
              ) : (
                <Events key={page.events[0]?.seq} id={id} first={page} />
              )
            }
          </LoadedView>
        </Card>
      </NeedsService>
    </Page>
  )
}

function FreezeButtons({
  user,
  onDone,
}: {
  readonly user: UserView
  readonly onDone: () => void
}): ReactElement | null {
  const { can } = useSigned()
  const [isOpen, setIsOpen] = useState(false)
  const [isKeeping, setIsKeeping] = useState(false)
  if (!can('users.change')) return null
  const isFrozen = user.frozenAt !== undefined
  return (
    <>
      {user.frozenBy === 'key' && (
        <Button kind="danger" icon="snow" onClick={() => setIsKeeping(true)}>
          Keep frozen
        </Button>
      )}
      {isKeeping && (
        <ActDialog
          title="Keep this user frozen"
          confirm="Keep frozen"
          kind="danger"
          act={{ action: 'user.freeze', user: user.id }}
          done="Only operators can unfreeze the user."
          onClose={() => setIsKeeping(false)}
          onDone={onDone}
        >
          <p>From now on, no API key can unfreeze them. Only operators can.</p>
        </ActDialog>
      )}
      <Button kind={isFrozen ? 'primary' : 'danger'} icon="snow" onClick={() => setIsOpen(true)}>
        {isFrozen ? 'Unfreeze' : 'Freeze'}
      </Button>
      {isOpen && (
        <ActDialog
          title={isFrozen ? 'Unfreeze this user' : 'Freeze this user'}
          confirm={isFrozen ? 'Unfreeze' : 'Freeze'}
          kind={isFrozen ? 'primary' : 'danger'}
          act={{ action: isFrozen ? 'user.unfreeze' : 'user.freeze', user: user.id }}
          done={isFrozen ? 'The user can sign again.' : 'The user is frozen.'}
          onClose={() => setIsOpen(false)}
          onDone={onDone}
        >
          <p>
            {isFrozen
              ? 'They can log in, sign and change their wallet again.'
              : 'From now on nothing is signed or exported for them, and nobody logs in as them, until you unfreeze them.'}
          </p>
        </ActDialog>
      )}
    </>
  )
}

function Wallet({ user }: { readonly user: UserView }): ReactElement {
  return (
    <dl className="facts">
      <div>
        <dt>Project</dt>
        <dd>
          <Link to={`/projects/${user.project}`}>{user.project}</Link>
        </dd>
      </div>
      <div>
        <dt>{user.unclaimedSince === undefined ? 'Joined' : 'Created, not logged in yet'}</dt>
        <dd>{toTime(user.createdAt)}</dd>
      </div>
      {user.externalId !== undefined && (
        <div>
          <dt>Id in the app</dt>
          <dd>
            <Copy text={user.externalId} />
          </dd>
        </div>
      )}
      {user.accounts.map(({ namespace, address }) => (
        <div key={namespace}>
          <dt>{namespace === 'eip155' ? 'EVM' : 'Solana'}</dt>
          <dd>
            <Copy text={address} />
          </dd>
        </div>
      ))}
      <div>
        <dt>Smart account</dt>
        <dd>
          <Copy text={user.smartAccount} />
        </dd>
      </div>
      <div>
        <dt>Logins</dt>
        <dd>{user.logins.length === 0 ? 'None' : user.logins.join(', ')}</dd>
      </div>
      <div>
        <dt>Email address</dt>
        <dd>{user.hasMailbox ? 'Yes, not shown' : 'None'}</dd>
      </div>
      <div>
        <dt>Locked with own key</dt>
        <dd>{user.isSealed ? 'Yes' : 'No'}</dd>
      </div>
    </dl>
  )
}

type DevicesProps = {
  readonly id: string
  readonly devices: Loaded<OperatorResult<'GET /v1/devices'>>
  readonly onDone: () => void
}

function Devices({ id, devices, onDone }: DevicesProps): ReactElement {
  const { can } = useSigned()
  const [revoked, setRevoked] = useState<DeviceView | 'all'>()
  return (
    <>
      <LoadedView from={devices}>
        {({ devices: list }) =>
          list.length === 0 ? (
            <Empty title="No devices" text="The user is logged out everywhere." />
          ) : (
            <>
              <ul className="rows">
                {list.map((device) => (
                  <li key={device.id} className="row">
                    <span className="row-text">
                      <b>{device.browser ?? 'Unknown browser'}</b>
                      <small className="muted">
                        {device.origin} · {device.place ?? 'unknown place'} · seen <Time at={device.seenAt} />
                      </small>
                    </span>
                    {device.isLoggedIn && <Tag tone="good">Logged in</Tag>}
                    {can('users.change') && (
                      <Button onClick={() => setRevoked(device)} aria-label={`Revoke ${device.browser ?? device.id}`}>
                        Revoke
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
              {can('users.change') && list.length > 1 && (
                <div className="more">
                  <Button kind="danger" onClick={() => setRevoked('all')}>
                    Revoke all devices
                  </Button>
                </div>
              )}
            </>
          )
        }
      </LoadedView>
      {revoked !== undefined && (
        <ActDialog
          title={revoked === 'all' ? 'Revoke all devices' : 'Revoke this device'}
          confirm="Revoke"
          kind="danger"
          act={
            revoked === 'all'
              ? { action: 'devices.revoke', user: id }
              : { action: 'device.revoke', user: id, device: revoked.id }
          }
          done={revoked === 'all' ? 'The user is logged out everywhere.' : 'The user is logged out on this device.'}
          onClose={() => setRevoked(undefined)}
          onDone={onDone}
        >
          <p>The user is logged out there, and has to log in as on a new device.</p>
        </ActDialog>
      )}
    </>
  )
}

function Events({
  id,
  first,
}: {
  readonly id: string
  readonly first: OperatorResult<'GET /v1/events'>
}): ReactElement {
  const { pages, last, isBusy, error, more } = usePages(first, (client, { events }) =>
    client.vault('GET /v1/events', { user: id, before: events.at(-1)?.seq, limit }),
  )
  return (
    <>
      <EventTable events={pages.flatMap(({ events }) => events)} label="Events of this user" />
      <Failure error={error} />
      {last.events.length === limit && <More isBusy={isBusy} onClick={more} />}
    </>
  )
}

/** Audit entries in a table that scrolls by itself on narrow screens. */
export function EventTable({
  events,
  label,
}: {
  readonly events: readonly EventView[]
  readonly label: string
}): ReactElement {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards have to scroll it
    <section className="table" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">No.</th>
            <th scope="col">Time</th>
            <th scope="col">Event</th>
            <th scope="col">Details</th>
          </tr>
        </thead>
        <tbody>
          {events.map(({ seq, at, event, entry }) => (
            <tr key={seq}>
              <td className="number">{seq}</td>
              <td className="nowrap">{toTime(at)}</td>
              <td>
                <code>{event}</code>
              </td>
              <td className="entry">
                {Object.entries(entry).map(([key, value]) => (
                  <span key={key}>
                    <span className="muted">{key}</span> {value}
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
