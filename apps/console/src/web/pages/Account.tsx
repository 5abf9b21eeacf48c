import { startRegistration } from '@simplewebauthn/browser'
import { type ReactElement, useState } from 'react'
import type { PasskeyView } from '../../api.js'
import { useClient } from '../client.js'
import { Field } from '../fields.js'
import { toTime } from '../format.js'
import { useLoaded, useSigned, useWork } from '../hooks.js'
import { Button, Card, Dialog, Empty, Failure, LoadedView, Page, Tag, Time } from '../parts.js'
import { withPasskey } from './SignIn.js'

type Open = { readonly kind: 'add' } | { readonly kind: 'rename' | 'remove'; readonly passkey: PasskeyView }

export function AccountPage(): ReactElement {
  const { session } = useSigned()
  const [open, setOpen] = useState<Open>()
  const passkeys = useLoaded('passkeys', (client, signal) => client.ask('GET /api/passkeys', {}, signal))
  const close = (): void => setOpen(undefined)
  const { name, role, isSingleSignOn } = session.operator
  return (
    <Page
      title="Your account"
      text={`${name}, ${role}. This session ends ${toTime(session.endsAt)}, or after half an hour without use.`}
    >
      <Card
        title="Passkeys"
        text={
          isSingleSignOn
            ? 'You sign in at your identity provider, which decides about your role.'
            : 'Add a second one, on another device: you can’t sign in with a device that you have lost.'
        }
        actions={
          isSingleSignOn ? undefined : (
            <Button kind="primary" icon="plus" onClick={() => setOpen({ kind: 'add' })}>
              Add
            </Button>
          )
        }
      >
        <LoadedView from={passkeys}>
          {({ passkeys: list }) =>
            list.length === 0 ? (
              <Empty icon="keys" title="No passkeys" text="You don’t need one." />
            ) : (
              <ul className="rows">
                {list.map((passkey) => (
                  <li key={passkey.id} className="row">
                    <span className="row-text">
                      <b>{passkey.name}</b>
                      <small className="muted">
                        added <Time at={passkey.createdAt} />
                        {passkey.usedAt !== undefined && (
                          <>
                            {' · used '}
                            <Time at={passkey.usedAt} />
                          </>
                        )}
                      </small>
                    </span>
                    {passkey.isSynced && <Tag>Synchronized</Tag>}
                    <span className="actions">
                      <Button
                        onClick={() => setOpen({ kind: 'rename', passkey })}
                        aria-label={`Rename ${passkey.name}`}
                      >
                        Rename
                      </Button>
                      <Button
                        onClick={() => setOpen({ kind: 'remove', passkey })}
                        aria-label={`Remove ${passkey.name}`}
                      >
                        Remove
                      </Button>
                    </span>
                  </li>
                ))}
              </ul>
            )
          }
        </LoadedView>
      </Card>
      {open && <PasskeyDialog open={open} onClose={close} onDone={passkeys.reload} />}
    </Page>
  )
}

const titles = { add: 'Add a passkey', rename: 'Rename this passkey', remove: 'Remove this passkey' } as const
const verbs = { add: 'Create a passkey', rename: 'Save', remove: 'Remove' } as const

type PasskeyDialogProps = { readonly open: Open; readonly onClose: () => void; readonly onDone: () => void }

function PasskeyDialog({ open, onClose, onDone }: PasskeyDialogProps): ReactElement {
  const client = useClient()
  const { toast } = useSigned()
  const { isBusy, error, run } = useWork()
  const [name, setName] = useState(open.kind === 'add' ? '' : open.passkey.name)
  const [isChecked, setIsChecked] = useState(false)
  const isNamed = open.kind === 'remove' || name.trim() !== ''
  const work = async (): Promise<void> => {
    if (open.kind === 'add') {
      const options = await client.ask('POST /api/passkeys/options', {})
      const response = await withPasskey(() => startRegistration({ optionsJSON: options }))
      await client.ask('POST /api/passkeys', { passkey: name.trim(), response })
      toast('The passkey was added.')
    } else if (open.kind === 'rename') {
      await client.ask('POST /api/passkeys/rename', { id: open.passkey.id, name: name.trim() })
      toast('Renamed.')
    } else {
      await client.ask('POST /api/passkeys/remove', { id: open.passkey.id })
      toast('The passkey was removed. Delete it on the device, too.')
    }
    onDone()
    onClose()
  }
  return (
    <Dialog
      title={titles[open.kind]}
      onClose={onClose}
      onSubmit={() => {
        setIsChecked(true)
        if (isNamed) void run(work)
      }}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind={open.kind === 'remove' ? 'danger' : 'primary'} isBusy={isBusy}>
            {verbs[open.kind]}
          </Button>
        </>
      }
    >
      {open.kind === 'remove' ? (
        <p>
          You can’t sign in with <b>{open.passkey.name}</b> any more, and are signed out in all other browsers.
        </p>
      ) : (
        <Field
          label="Name"
          value={name}
          maxLength={64}
          onChange={(event) => setName(event.target.value)}
          placeholder="Phone"
          error={isChecked && !isNamed ? 'Enter a name.' : undefined}
        />
      )}
      <Failure error={error} />
    </Dialog>
  )
}
