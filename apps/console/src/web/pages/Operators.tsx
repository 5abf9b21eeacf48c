import { type ReactElement, useState } from 'react'
import { type Role, roles } from '../../access.js'
import type { InviteView, OperatorView } from '../../api.js'
import { useClient } from '../client.js'
import { Field, Select } from '../fields.js'
import { useLoaded, useSigned, useWork } from '../hooks.js'
import { Button, Card, Copy, Dialog, Failure, LoadedView, Note, Page, Tag, Time } from '../parts.js'

const duties: Readonly<Record<Role, string>> = {
  owner: 'owner: everything',
  support: 'support: users, and proposals about them',
  auditor: 'auditor: reads everything, changes nothing',
}
const options = roles.map((role) => [role, duties[role]] as const)

export function OperatorsPage(): ReactElement {
  const { can } = useSigned()
  const [isInviting, setIsInviting] = useState(false)
  const [changed, setChanged] = useState<OperatorView>()
  const [removed, setRemoved] = useState<OperatorView>()
  const operators = useLoaded('operators', (client, signal) => client.ask('GET /api/operators', {}, signal))
  return (
    <Page
      title="Operators"
      text="Who may use this console. A change counts from their next request on."
      actions={
        can('operators.change') && (
          <Button kind="primary" icon="plus" onClick={() => setIsInviting(true)}>
            Invite
          </Button>
        )
      }
    >
      <Card>
        <LoadedView from={operators}>
          {({ operators: list }) => (
            <ul className="rows">
              {list.map((operator) => (
                <OperatorRow key={operator.id} operator={operator} onChange={setChanged} onRemove={setRemoved} />
              ))}
            </ul>
          )}
        </LoadedView>
      </Card>
      {operators.data && operators.data.invites.length > 0 && (
        <Card title="Open invitations">
          <ul className="rows">
            {operators.data.invites.map((invite) => (
              <InviteRow key={invite.id} invite={invite} onDone={operators.reload} />
            ))}
          </ul>
        </Card>
      )}
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} onDone={operators.reload} />}
      {changed && <RoleDialog operator={changed} onClose={() => setChanged(undefined)} onDone={operators.reload} />}
      {removed && <RemoveDialog operator={removed} onClose={() => setRemoved(undefined)} onDone={operators.reload} />}
    </Page>
  )
}

type RowProps = {
  readonly operator: OperatorView
  readonly onChange: (operator: OperatorView) => void
  readonly onRemove: (operator: OperatorView) => void
}

function OperatorRow({ operator, onChange, onRemove }: RowProps): ReactElement {
  const { session, can } = useSigned()
  const { name, role, passkeys, isSingleSignOn, seenAt, createdBy } = operator
  return (
    <li className="row">
      <span className="row-text">
        <b>
          {name} {operator.id === session.operator.id && <span className="muted">(you)</span>}
        </b>
        <small className="muted">
          {isSingleSignOn ? 'single sign-on' : passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`} · invited by{' '}
          {createdBy} ·{' '}
          {seenAt === undefined ? (
            'not signed in'
          ) : (
            <>
              seen <Time at={seenAt} />
            </>
          )}
        </small>
      </span>
      <Tag tone={role === 'owner' ? 'accent' : 'plain'}>{role}</Tag>
      {can('operators.change') && (
        <span className="actions">
          {!isSingleSignOn && (
            <Button onClick={() => onChange(operator)} aria-label={`Change the role of ${name}`}>
              Role
            </Button>
          )}
          <Button onClick={() => onRemove(operator)} aria-label={`Remove ${name}`}>
            Remove
          </Button>
        </span>
      )}
    </li>
  )
}

function InviteRow({ invite, onDone }: { readonly invite: InviteView; readonly onDone: () => void }): ReactElement {
  const client = useClient()
  const { can } = useSigned()
  const { isBusy, error, run } = useWork()
  return (
    <li className="row">
      <span className="row-text">
        <b>{invite.name}</b>
        <small className="muted">
          {invite.role} · by {invite.createdBy} · expires <Time at={invite.expiresAt} />
        </small>
        <Failure error={error} />
      </span>
      {can('operators.change') && (
        <Button
          isBusy={isBusy}
          aria-label={`Withdraw the invitation of ${invite.name}`}
          onClick={() => void run(() => client.ask('POST /api/operators/withdraw', { id: invite.id })).then(onDone)}
        >
          Withdraw
        </Button>
      )}
    </li>
  )
}

type DialogProps = { readonly onClose: () => void; readonly onDone: () => void }

function InviteDialog({ onClose, onDone }: DialogProps): ReactElement {
  const client = useClient()
  const { isBusy, error, run } = useWork()
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('support')
  const [link, setLink] = useState<string>()
  const [isChecked, setIsChecked] = useState(false)
  const isNamed = /^[A-Za-z0-9][\w.-]{0,63}$/.test(name)
  const submit = (): void => {
    setIsChecked(true)
    if (!isNamed) return
    void run(async () => {
      setLink((await client.ask('POST /api/operators/invite', { name, role })).link)
      onDone()
    })
  }
  if (link !== undefined)
    return (
      <Dialog title={`Send this link to ${name}`} onClose={onClose} footer={<Button onClick={onClose}>Done</Button>}>
        <Note tone="warn">
          It works once, for 15 minutes, and is not shown again. Whoever opens it first is {name}.
        </Note>
        <p className="secret">
          <Copy text={link} />
        </p>
      </Dialog>
    )
  return (
    <Dialog
      title="Invite an operator"
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            Create the link
          </Button>
        </>
      }
    >
      <Field
        label="Name"
        value={name}
        maxLength={64}
        onChange={(event) => setName(event.target.value.trim())}
        hint="It appears in the audit logs, and can’t be changed or used again."
        error={isChecked && !isNamed ? 'Use letters, digits, dots and dashes.' : undefined}
      />
      <Select
        label="Role"
        value={role}
        onChange={(event) => setRole(roles.find((one) => one === event.target.value) ?? 'support')}
        options={options}
      />
      <Failure error={error} />
    </Dialog>
  )
}

function RoleDialog({ operator, onClose, onDone }: DialogProps & { readonly operator: OperatorView }): ReactElement {
  const client = useClient()
  const { toast } = useSigned()
  const { isBusy, error, run } = useWork()
  const [role, setRole] = useState(operator.role)
  const submit = (): void =>
    void run(async () => {
      await client.ask('POST /api/operators/role', { id: operator.id, role })
      toast(`${operator.name} is ${role} now.`)
      onDone()
      onClose()
    })
  return (
    <Dialog
      title={`Role of ${operator.name}`}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            Save
          </Button>
        </>
      }
    >
      <Select
        label="Role"
        value={role}
        onChange={(event) => setRole(roles.find((one) => one === event.target.value) ?? operator.role)}
        options={options}
      />
      <Failure error={error} />
    </Dialog>
  )
}

function RemoveDialog({ operator, onClose, onDone }: DialogProps & { readonly operator: OperatorView }): ReactElement {
  const client = useClient()
  const { toast } = useSigned()
  const { isBusy, error, run } = useWork()
  const submit = (): void =>
    void run(async () => {
      await client.ask('POST /api/operators/remove', { id: operator.id })
      toast(`${operator.name} was removed.`)
      onDone()
      onClose()
    })
  return (
    <Dialog
      title={`Remove ${operator.name}`}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="danger" isBusy={isBusy}>
            Remove
          </Button>
        </>
      }
    >
      <p>
        They are signed out at once, and their passkeys are deleted. The logs keep their name, so nobody else gets it.
      </p>
      <Failure error={error} />
    </Dialog>
  )
}
