import type { KekView, RotationView } from '@latchkey/vault/operators'
import { type ReactElement, useState } from 'react'
import { ActDialog } from '../ActDialog.js'
import { toNumber, toShort, toTime } from '../format.js'
import { useLoaded, useSigned } from '../hooks.js'
import { Button, Card, LoadedView, NeedsService, Note, Page, Tag } from '../parts.js'

export function KeysPage(): ReactElement {
  return (
    <Page
      title="Keys"
      text="The key-encryption key, without which no wallet opens. The key itself never leaves custody."
    >
      <NeedsService service="vault">
        <Kek />
      </NeedsService>
    </Page>
  )
}

function Kek(): ReactElement {
  const { can } = useSigned()
  const [isOpen, setIsOpen] = useState(false)
  const keys = useLoaded('keys', (client, signal) => client.vault('GET /v1/keys', {}, signal), { every: 3_000 })
  const isRunning = keys.data?.rotation?.state === 'running'
  return (
    <>
      <Card
        title="Key-encryption key"
        actions={
          can('keys.rotate') && (
            <Button kind="primary" isBusy={isRunning} onClick={() => setIsOpen(true)}>
              {isRunning ? 'Rotating…' : 'Rotate'}
            </Button>
          )
        }
      >
        <LoadedView from={keys}>
          {({ backend, isReachable, keys: list, rotation }) => (
            <>
              {!isReachable && (
                <Note tone="bad">
                  <b>The key can’t be read.</b> Running processes still sign with the key that they have read. They
                  would not start again.
                </Note>
              )}
              <dl className="facts">
                <div>
                  <dt>Stored in</dt>
                  <dd>{backend === 'file' ? 'a file of custody' : 'a program (KMS, HSM or secret store)'}</dd>
                </div>
                <div>
                  <dt>Reachable</dt>
                  <dd>
                    <Tag tone={isReachable ? 'good' : 'bad'}>{isReachable ? 'Yes' : 'No'}</Tag>
                  </dd>
                </div>
              </dl>
              <KekTable keys={list} />
              {rotation && <Rotation rotation={rotation} keys={list} />}
            </>
          )}
        </LoadedView>
      </Card>
      {isOpen && (
        <ActDialog
          title="Rotate the key-encryption key"
          confirm="Rotate"
          typed="rotate"
          act={{ action: 'keys.rotate' }}
          done="The rotation has started."
          onClose={() => setIsOpen(false)}
          onDone={keys.reload}
        >
          <p>
            Custody creates a new key, encrypts everything under it while users go on, and removes the old one. Write
            the new key down afterwards: <code>custody show-kek</code>. Keep the old one as long as you keep backups of
            this time.
          </p>
          {keys.data?.backend === 'file' && (
            <p>
              With custody on several machines, first run <code>custody rotate-kek --prepare</code> and copy the key
              file to each. A machine without the new key serves no user until it has it.
            </p>
          )}
        </ActDialog>
      )}
    </>
  )
}

function KekTable({ keys }: { readonly keys: readonly KekView[] }): ReactElement {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards have to scroll it
    <section className="table" aria-label="Keys" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Key</th>
            <th scope="col">State</th>
            <th scope="col">Wallets</th>
          </tr>
        </thead>
        <tbody>
          {keys.map(({ id, isActive, wallets }) => (
            <tr key={id}>
              <td>
                <code title={id}>{toShort(id)}</code>
              </td>
              <td>
                <Tag tone={isActive ? 'good' : 'plain'}>{isActive ? 'Active' : 'Old'}</Tag>
              </td>
              <td className="number">{toNumber(wallets)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Rotation({
  rotation,
  keys,
}: {
  readonly rotation: RotationView
  readonly keys: readonly KekView[]
}): ReactElement {
  const total = keys.reduce((sum, { wallets }) => sum + wallets, 0)
  const done = keys.reduce((sum, { wallets, isActive }) => (isActive ? sum + wallets : sum), 0)
  const { state, startedAt, endedAt, rows, error } = rotation
  return (
    <div className="progress" role="status">
      <b>
        {state === 'running' ? 'Rotation in progress' : state === 'done' ? 'Last rotation finished' : 'Rotation failed'}
      </b>
      {state === 'running' && <progress max={Math.max(1, total)} value={done} aria-label="Wallets under the new key" />}
      <span className="muted">
        {toNumber(rows)} rows re-encrypted. Started {toTime(startedAt)}
        {endedAt !== undefined && `, ended ${toTime(endedAt)}`}.
      </span>
      {error !== undefined && <Note tone="bad">{error} Everything still opens. Rotate again to resume.</Note>}
    </div>
  )
}
