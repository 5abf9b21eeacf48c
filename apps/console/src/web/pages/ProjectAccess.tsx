import type { ApiKeyView, ApiScope, WebhookEvent, WebhookView } from '@latchkey/vault/operators'
import { type ReactElement, type ReactNode, useState } from 'react'
import { ActDialog } from '../ActDialog.js'
import { Field } from '../fields.js'
import { useLoaded, useSigned } from '../hooks.js'
import { Button, Card, Empty, LoadedView, Tag, Time, type Tone } from '../parts.js'

const events: readonly WebhookEvent[] = [
  ...(['user.created', 'user.login', 'user.frozen', 'user.unfrozen', 'device.added', 'device.revoked'] as const),
  ...(['email.changed', 'login.added', 'login.removed', 'recovery.started', 'recovery.canceled'] as const),
  ...(['recovery.finished', 'wallet.exported', 'transfer.held', 'transfer.canceled', 'limit.reached'] as const),
  ...(['signing.stopped', 'signing.started'] as const),
]
const scopes: readonly (readonly [ApiScope, string])[] = [
  ['users:read', 'Read users'],
  ['users:create', 'Create users (needs “Read users”)'],
  ['users:freeze', 'Freeze and unfreeze users'],
  ['sessions:revoke', 'Log users out'],
  ['events:read', 'Read events'],
]

/** The project's webhooks and API keys. */
export function ProjectAccess({ project }: { readonly project: string }): ReactElement {
  return (
    <>
      <Webhooks project={project} />
      <ApiKeys project={project} />
    </>
  )
}

type Choice = { readonly kind: 'save' | 'rotate' | 'delete'; readonly webhook?: WebhookView }

const tones: Readonly<Record<WebhookView['state'], Tone>> = { enabled: 'good', disabled: 'plain', failed: 'bad' }

function Webhooks({ project }: { readonly project: string }): ReactElement {
  const { can } = useSigned()
  const [choice, setChoice] = useState<Choice>()
  const [delivery, setDelivery] = useState<string>()
  const webhooks = useLoaded(`webhooks ${project}`, (client, signal) =>
    client.vault('GET /v1/webhooks', { project }, signal),
  )
  const close = (): void => setChoice(undefined)
  const { kind, webhook } = choice ?? {}
  return (
    <Card
      title="Webhooks"
      text="Your server is notified of events, signed, with retries for three days."
      actions={
        can('projects.change') && (
          <Button icon="plus" onClick={() => setChoice({ kind: 'save' })}>
            Add a webhook
          </Button>
        )
      }
    >
      <LoadedView from={webhooks} rows={1}>
        {({ webhooks: list }) =>
          list.length === 0 ? (
            <Empty title="No webhooks" />
          ) : (
            <ul className="rows">
              {list.map((one) => (
                <WebhookRow key={one.id} webhook={one} onChoose={setChoice} onRedeliver={setDelivery} />
              ))}
            </ul>
          )
        }
      </LoadedView>
      {kind === 'save' && (
        <WebhookDialog project={project} webhook={webhook} onClose={close} onDone={webhooks.reload} />
      )}
      {(kind === 'rotate' || kind === 'delete') && webhook && (
        <ActDialog
          title={kind === 'rotate' ? 'Rotate the secret' : 'Delete this webhook'}
          confirm={kind === 'rotate' ? 'Rotate' : 'Delete'}
          kind={kind === 'rotate' ? 'primary' : 'danger'}
          act={{ action: kind === 'rotate' ? 'webhook.rotate' : 'webhook.delete', webhook: webhook.id }}
          done={kind === 'rotate' ? 'There is another secret.' : 'The webhook was deleted.'}
          onClose={close}
          onDone={webhooks.reload}
        >
          <p>
            {kind === 'rotate'
              ? 'For 24 hours, deliveries are signed with both secrets.'
              : `${webhook.url} gets nothing any more, also not what is pending.`}
          </p>
        </ActDialog>
      )}
      {delivery !== undefined && (
        <ActDialog
          title="Send this delivery again"
          confirm="Send again"
          act={{ action: 'webhook.redeliver', delivery }}
          done="It is sent again, under the same id."
          onClose={() => setDelivery(undefined)}
          onDone={webhooks.reload}
        />
      )}
    </Card>
  )
}

type WebhookRowProps = {
  readonly webhook: WebhookView
  readonly onChoose: (choice: Choice) => void
  readonly onRedeliver: (delivery: string) => void
}

function WebhookRow({ webhook, onChoose, onRedeliver }: WebhookRowProps): ReactElement {
  const { can } = useSigned()
  const { url, state, pending, deliveries, previousSecretUntil } = webhook
  return (
    <li className="row tall">
      <span className="row-text">
        <b className="break">{url}</b>
        <small className="muted">
          {webhook.events.join(', ')}
          {pending > 0 && ` · ${pending} pending`}
          {previousSecretUntil !== undefined && (
            <>
              {' · the old secret counts until '}
              <Time at={previousSecretUntil} />
            </>
          )}
        </small>
        {deliveries.length > 0 && (
          <details>
            <summary>Last deliveries</summary>
            <ul className="deliveries">
              {deliveries.map((one) => (
                <li key={one.id}>
                  <Tag tone={one.state === 'delivered' ? 'good' : one.state === 'failed' ? 'bad' : 'plain'}>
                    {one.state}
                  </Tag>
                  <code>{one.event}</code>
                  <span className="muted">
                    <Time at={one.createdAt} /> · {one.attempts} {one.attempts === 1 ? 'attempt' : 'attempts'}
                    {one.result !== undefined && ` · ${one.result}`}
                  </span>
                  {can('projects.change') && (
                    <button type="button" className="link" onClick={() => onRedeliver(one.id)}>
                      Send again
                    </button>
                  )}
                </li>
              ))}
            </ul>
          </details>
        )}
      </span>
      <Tag tone={tones[state]}>{state}</Tag>
      {can('projects.change') && (
        <span className="actions">
          <Button onClick={() => onChoose({ kind: 'save', webhook })} aria-label={`Edit ${url}`}>
            Edit
          </Button>
          <Button onClick={() => onChoose({ kind: 'rotate', webhook })} aria-label={`Rotate the secret of ${url}`}>
            Rotate
          </Button>
          <Button onClick={() => onChoose({ kind: 'delete', webhook })} aria-label={`Delete ${url}`}>
            Delete
          </Button>
        </span>
      )}
    </li>
  )
}

type DialogProps = { readonly project: string; readonly onClose: () => void; readonly onDone: () => void }

function WebhookDialog({
  project,
  webhook,
  onClose,
  onDone,
}: DialogProps & { readonly webhook: WebhookView | undefined }): ReactElement {
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [chosen, setChosen] = useState<readonly WebhookEvent[]>(webhook?.events ?? ['user.created', 'user.login'])
  const [isEnabled, setIsEnabled] = useState(webhook === undefined || webhook.state === 'enabled')
  const isUrl = /^https?:\/\/[^\s]+$/.test(url) && URL.canParse(url)
  return (
    <ActDialog
      title={webhook ? 'Edit the webhook' : 'Add a webhook'}
      confirm="Save"
      act={
        isUrl && chosen.length > 0
          ? { action: 'webhook.save', project, webhook: webhook?.id, url, events: chosen, isEnabled }
          : undefined
      }
      done="The webhook was saved."
      onClose={onClose}
      onDone={onDone}
    >
      <Field
        label="URL"
        type="url"
        value={url}
        onChange={(event) => setUrl(event.target.value.trim())}
        placeholder="https://api.example.org/latchkey"
        error={url !== '' && !isUrl ? 'Enter an https URL.' : undefined}
      />
      <Choices
        title="Events"
        options={events.map((one) => [one, one] as const)}
        chosen={chosen}
        onChange={setChosen}
        error={chosen.length === 0 ? 'Choose at least one.' : undefined}
      />
      <label className="option">
        <input type="checkbox" checked={isEnabled} onChange={({ target }) => setIsEnabled(target.checked)} />
        Enabled
      </label>
    </ActDialog>
  )
}

type ChoicesProps<value extends string> = {
  readonly title: string
  readonly options: readonly (readonly [value, string])[]
  readonly chosen: readonly value[]
  readonly onChange: (chosen: readonly value[]) => void
  readonly error?: ReactNode
}

function Choices<value extends string>({ title, options, chosen, onChange, error }: ChoicesProps<value>): ReactElement {
  return (
    <fieldset className="plain options">
      <legend>{title}</legend>
      {options.map(([one, text]) => (
        <label key={one} className="option">
          <input
            type="checkbox"
            checked={chosen.includes(one)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, one] : chosen.filter((other) => other !== one))
            }
          />
          {text}
        </label>
      ))}
      {error !== undefined && <small className="bad">{error}</small>}
    </fieldset>
  )
}

function ApiKeys({ project }: { readonly project: string }): ReactElement {
  const { can } = useSigned()
  const [isCreating, setIsCreating] = useState(false)
  const [revoked, setRevoked] = useState<ApiKeyView>()
  const keys = useLoaded(`api keys ${project}`, (client, signal) =>
    client.vault('GET /v1/api-keys', { project }, signal),
  )
  return (
    <Card
      title="API keys"
      text="For your server: users and events of this project. No key signs, exports or reads a wallet’s key."
      actions={
        can('projects.change') && (
          <Button icon="plus" onClick={() => setIsCreating(true)}>
            Create a key
          </Button>
        )
      }
    >
      <LoadedView from={keys} rows={1}>
        {({ keys: list }) =>
          list.length === 0 ? (
            <Empty title="No API keys" />
          ) : (
            <ul className="rows">
              {list.map((one) => (
                <li key={one.id} className="row">
                  <span className="row-text">
                    <b>{one.name}</b>
                    <small className="muted">
                      <code>lk_{one.id}_…</code> · {one.scopes.join(', ')} · by {one.createdBy} ·{' '}
                      {one.usedAt === undefined ? (
                        'not used yet'
                      ) : (
                        <>
                          used <Time at={one.usedAt} />
                        </>
                      )}
                    </small>
                  </span>
                  {can('projects.change') && (
                    <Button onClick={() => setRevoked(one)} aria-label={`Revoke ${one.name}`}>
                      Revoke
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </LoadedView>
      {isCreating && <KeyDialog project={project} onClose={() => setIsCreating(false)} onDone={keys.reload} />}
      {revoked && (
        <ActDialog
          title={`Revoke ${revoked.name}`}
          confirm="Revoke"
          kind="danger"
          act={{ action: 'apiKey.revoke', key: revoked.id }}
          done="The key was revoked."
          onClose={() => setRevoked(undefined)}
          onDone={keys.reload}
        >
          <p>The next request with it is refused.</p>
        </ActDialog>
      )}
    </Card>
  )
}

function KeyDialog({ project, onClose, onDone }: DialogProps): ReactElement {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly ApiScope[]>(['users:read'])
  const isWhole = name.trim() !== '' && chosen.length > 0
  return (
    <ActDialog
      title="Create an API key"
      confirm="Create"
      act={isWhole ? { action: 'apiKey.create', project, name: name.trim(), scopes: chosen } : undefined}
      done="The key was created."
      onClose={onClose}
      onDone={onDone}
    >
      <Field
        label="Name"
        value={name}
        maxLength={64}
        onChange={(event) => setName(event.target.value)}
        placeholder="Support server"
      />
      <Choices
        title="It may"
        options={scopes}
        chosen={chosen}
        onChange={setChosen}
        error={chosen.length === 0 ? 'Choose at least one.' : undefined}
      />
    </ActDialog>
  )
}
