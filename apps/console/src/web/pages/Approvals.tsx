import type { ActDone, OperatorAct, Proposal } from '@latchkey/vault/operators'
import { type ReactElement, useState } from 'react'
import { getActionPermission } from '../../access.js'
import { SecretDialog } from '../ActDialog.js'
import { useClient } from '../client.js'
import { Field } from '../fields.js'
import { useLoaded, useSigned, useWork } from '../hooks.js'
import { Button, Card, Dialog, Empty, Failure, Link, LoadedView, NeedsService, Page, Tag, Time } from '../parts.js'

type Choice = { readonly proposal: Proposal; readonly isApproved: boolean }

export function ApprovalsPage(): ReactElement {
  return (
    <Page title="Approvals" text="Actions that wait for a second operator. They expire after a day.">
      <NeedsService service="vault">
        <Card>
          <Proposals />
        </Card>
      </NeedsService>
    </Page>
  )
}

function Proposals(): ReactElement {
  const [choice, setChoice] = useState<Choice>()
  const [secret, setSecret] = useState<string>()
  const proposals = useLoaded('proposals', (client, signal) => client.vault('GET /v1/proposals', {}, signal), {
    every: 15_000,
  })
  return (
    <>
      <LoadedView from={proposals}>
        {({ proposals: list }) =>
          list.length === 0 ? (
            <Empty
              icon="approvals"
              title="Nothing waits for approval"
              text="OPERATOR_APPROVALS of custody lists the actions that need a second operator."
            />
          ) : (
            <ul className="rows">
              {list.map((proposal) => (
                <ProposalRow key={proposal.id} proposal={proposal} onChoose={setChoice} />
              ))}
            </ul>
          )
        }
      </LoadedView>
      {choice && (
        <DecisionDialog
          {...choice}
          onClose={() => setChoice(undefined)}
          onDone={(outcome) => {
            setChoice(undefined)
            setSecret(outcome.secret)
            proposals.reload()
          }}
        />
      )}
      {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  )
}

function ProposalRow({
  proposal,
  onChoose,
}: {
  readonly proposal: Proposal
  readonly onChoose: (choice: Choice) => void
}): ReactElement {
  const { session, can } = useSigned()
  const { act, operator, createdAt, expiresAt } = proposal
  const isOwn = operator === session.operator.name
  const permission = getActionPermission(act.action)
  const mayDecide = can('proposals.decide') && permission !== undefined && can(permission)
  return (
    <li className="row tall">
      <span className="row-text">
        <b>{describeAct(act)}</b>
        <span>“{act.reason}”</span>
        <small className="muted">
          {operator} · <Time at={createdAt} /> · expires <Time at={expiresAt} />
          {'user' in act && (
            <>
              {' · '}
              <Link to={`/users/${act.user}`}>Open the user</Link>
            </>
          )}
        </small>
        {(act.action === 'project.save' || act.action === 'webhook.save') && (
          <details>
            <summary>What it saves</summary>
            <pre>{JSON.stringify(act, null, 2)}</pre>
          </details>
        )}
      </span>
      {isOwn && <Tag>Yours</Tag>}
      {mayDecide && (
        <span className="actions">
          <Button onClick={() => onChoose({ proposal, isApproved: false })}>Reject</Button>
          {!isOwn && (
            <Button kind="primary" onClick={() => onChoose({ proposal, isApproved: true })}>
              Approve
            </Button>
          )}
        </span>
      )}
    </li>
  )
}

type DecisionProps = Choice & { readonly onClose: () => void; readonly onDone: (outcome: Partial<ActDone>) => void }

function DecisionDialog({ proposal, isApproved, onClose, onDone }: DecisionProps): ReactElement {
  const client = useClient()
  const { toast } = useSigned()
  const { isBusy, error, run } = useWork()
  const [reason, setReason] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const isReasoned = reason.trim().length >= 3
  const submit = (): void => {
    setIsChecked(true)
    if (!isReasoned) return
    void run(async () => {
      const decision = { id: proposal.id, reason: reason.trim() }
      const outcome = isApproved
        ? await client.vault('POST /v1/approve', decision)
        : await client.vault('POST /v1/reject', decision)
      toast(isApproved ? 'Approved and done.' : 'Rejected. Nothing was changed.')
      onDone(outcome)
    })
  }
  return (
    <Dialog
      title={isApproved ? 'Approve this' : 'Reject this'}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind={isApproved ? 'primary' : 'danger'} isBusy={isBusy}>
            {isApproved ? 'Approve' : 'Reject'}
          </Button>
        </>
      }
    >
      <p>
        <b>{describeAct(proposal.act)}</b>, proposed by {proposal.operator}: “{proposal.act.reason}”
      </p>
      <Field
        label="Reason"
        value={reason}
        maxLength={500}
        onChange={(event) => setReason(event.target.value)}
        error={isChecked && !isReasoned ? 'Enter at least three characters.' : undefined}
      />
      <Failure error={error} />
    </Dialog>
  )
}

const titles: Readonly<Record<OperatorAct['action'], string>> = {
  'user.freeze': 'Freeze a user',
  'user.unfreeze': 'Unfreeze a user',
  'device.revoke': 'Revoke a device',
  'devices.revoke': 'Revoke all devices of a user',
  'sessions.revoke': 'Log everybody out',
  'signing.stop': 'Stop signing',
  'signing.start': 'Resume signing',
  'project.save': 'Save a project',
  'project.delete': 'Delete a project',
  'webhook.save': 'Save a webhook',
  'webhook.rotate': 'Rotate the secret of a webhook',
  'webhook.delete': 'Delete a webhook',
  'webhook.redeliver': 'Send a delivery again',
  'apiKey.create': 'Create an API key',
  'apiKey.revoke': 'Revoke an API key',
  'keys.rotate': 'Rotate the key-encryption key',
}

/** Describes an action and its target. */
function describeAct(act: OperatorAct): string {
  const title = titles[act.action] ?? act.action
  if (act.action === 'signing.stop' || act.action === 'signing.start')
    return `${title} for ${act.project ?? 'all projects'}`
  return 'project' in act && act.project !== undefined ? `${title}: ${act.project}` : title
}
