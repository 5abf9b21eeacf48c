import type { AuditPage as GatewayAuditPage } from '@latchkey/gateway/admin'
import type { EventView } from '@latchkey/vault/operators'
import { type ReactElement, useState } from 'react'
import { type Client, useClient } from '../client.js'
import { Field } from '../fields.js'
import { toNumber } from '../format.js'
import { useLoaded, useLocation, usePages, useWork } from '../hooks.js'
import { Icon } from '../icons.js'
import { Button, Card, Empty, Failure, LoadedView, More, NeedsService, Note, Page } from '../parts.js'
import { EventTable } from './User.js'

type Log = 'vault' | 'gateway' | 'console'
type Filters = { readonly event: string; readonly operator: string; readonly user: string; readonly project: string }
type Entries = { readonly events: readonly EventView[]; readonly next: number | undefined }

const logs: readonly (readonly [Log, string])[] = [
  ['vault', 'Vault'],
  ['gateway', 'Gateway'],
  ['console', 'Console'],
]
const fields: Readonly<Record<Log, readonly (keyof Filters)[]>> = {
  vault: ['event', 'operator', 'user', 'project'],
  gateway: ['operator', 'project'],
  console: ['event', 'operator'],
}
const labels: Readonly<Record<keyof Filters, string>> = {
  event: 'Event',
  operator: 'Operator',
  user: 'User id',
  project: 'Project',
}
const none: Filters = { event: '', operator: '', user: '', project: '' }
const limit = 50

export function AuditPage(): ReactElement {
  const { searchParams } = useLocation()
  const [log, setLog] = useState<Log>(() => logs.find(([name]) => name === searchParams.get('log'))?.[0] ?? 'vault')
  const [typed, setTyped] = useState(none)
  const [filters, setFilters] = useState(none)
  const content = (
    <Card>
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault()
          setFilters(typed)
        }}
      >
        {fields[log].map((name) => (
          <Field
            key={name}
            label={labels[name]}
            value={typed[name]}
            onChange={(event) => setTyped({ ...typed, [name]: event.target.value.trim() })}
            placeholder="All"
          />
        ))}
        <Button type="submit" kind="primary" icon="search">
          Filter
        </Button>
      </form>
      <EntryList key={`${log} ${JSON.stringify(filters)}`} log={log} filters={filters} />
    </Card>
  )
  return (
    <Page
      title="Audit log"
      text="What users, operators and services did. Each service has its own log; the console's has sign-ins and roles."
    >
      <fieldset className="plain tabs" aria-label="Log">
        {logs.map(([name, text]) => (
          <button
            key={name}
            type="button"
            aria-pressed={log === name}
            onClick={() => {
              setLog(name)
              setTyped(none)
              setFilters(none)
            }}
          >
            {text}
          </button>
        ))}
      </fieldset>
      {log === 'console' ? content : <NeedsService service={log}>{content}</NeedsService>}
    </Page>
  )
}

async function load(
  client: Client,
  { log, filters, before, signal }: { log: Log; filters: Filters; before?: number | undefined; signal?: AbortSignal },
): Promise<Entries> {
  const given = Object.fromEntries(
    fields[log].map((name) => [name, filters[name] === '' ? undefined : filters[name]]),
  ) as Partial<Filters>
  if (log === 'vault') {
    const { events, next } = await client.vault('GET /v1/audit', { ...given, before, limit }, signal)
    return { events, next }
  }
  if (log === 'gateway') {
    const query = { ...given, before, limit }
    const { entries, next } = await client.gateway<GatewayAuditPage>('GET', '/audit', { query, signal })
    const events = entries.map(({ id, at, action, operator, project }) => ({
      seq: id,
      at,
      event: action,
      entry: { operator, project },
    }))
    return { events, next: next ?? undefined }
  }
  const { entries } = await client.ask('GET /api/audit', { ...given, before, limit }, signal)
  const events = entries.map(({ operator, entry, ...one }) => ({ ...one, entry: { operator, ...entry } }))
  return { events, next: entries.length === limit ? entries.at(-1)?.seq : undefined }
}

function EntryList({ log, filters }: { readonly log: Log; readonly filters: Filters }): ReactElement {
  const first = useLoaded(`audit ${log} ${JSON.stringify(filters)}`, (client, signal) =>
    load(client, { log, filters, signal }),
  )
  return (
    <>
      <Tools log={log} filters={filters} />
      <LoadedView from={first} rows={6}>
        {(page) => <Entries key={page.events[0]?.seq} first={page} log={log} filters={filters} />}
      </LoadedView>
    </>
  )
}

function Entries({
  first,
  log,
  filters,
}: {
  readonly first: Entries
  readonly log: Log
  readonly filters: Filters
}): ReactElement {
  const { pages, last, isBusy, error, more } = usePages(first, (client, { next }) =>
    load(client, { log, filters, before: next }),
  )
  const events = pages.flatMap((page) => page.events)
  return (
    <>
      {events.length === 0 ? (
        <Empty
          icon="audit"
          title="No entries"
          text={last.next === undefined ? undefined : 'None so far; older ones may match.'}
        />
      ) : (
        <EventTable events={events} label="Entries of the log" />
      )}
      <Failure error={error} />
      {last.next !== undefined && (
        <More isBusy={isBusy} onClick={more}>
          Show older entries
        </More>
      )}
    </>
  )
}

type Verdict = { readonly isIntact: boolean; readonly entries: number; readonly head: string | undefined }

function Tools({ log, filters }: { readonly log: Log; readonly filters: Filters }): ReactElement {
  const client = useClient()
  const { isBusy, error, run } = useWork()
  const [verdict, setVerdict] = useState<Verdict>()
  const [progress, setProgress] = useState<string>()
  const verify = (): void =>
    void run(async () => {
      setVerdict(undefined)
      setVerdict(await (log === 'vault' ? verifyVault(client, setProgress) : verifyConsole(client)))
    }).finally(() => setProgress(undefined))
  const toExport = (format: 'csv' | 'jsonl'): string => {
    const given = fields[log].flatMap((name) => (filters[name] === '' ? [] : [[name, filters[name]]]))
    return `/api/export?${new URLSearchParams([['log', log], ['format', format], ...given])}`
  }
  return (
    <div className="tools">
      {log !== 'gateway' && (
        <Button onClick={verify} isBusy={isBusy} icon="check">
          {isBusy ? (progress ?? 'Verifying…') : 'Verify the chain'}
        </Button>
      )}
      <a className="button" href={toExport('csv')} download>
        <Icon name="download" />
        Export CSV
      </a>
      <a className="button" href={toExport('jsonl')} download>
        <Icon name="download" />
        Export JSON lines
      </a>
      <Failure error={error} />
      {verdict &&
        (verdict.isIntact ? (
          <p className="note" data-tone="good" role="status">
            <Icon name="check" />
            <span>
              All {toNumber(verdict.entries)} entries are intact.
              {verdict.head !== undefined && (
                <>
                  {' '}
                  The last one’s hash is <code className="wrap">{verdict.head}</code>
                </>
              )}
            </span>
          </p>
        ) : (
          <Note tone="bad">
            <b>The chain is broken after entry {toNumber(verdict.entries)}.</b> The next entry was changed, removed or
            inserted outside of the service. Compare with the copy that you ship elsewhere.
          </Note>
        ))}
    </div>
  )
}

/** A call verifies for five seconds; a long log takes several. */
async function verifyVault(client: Client, say: (text: string) => void): Promise<Verdict> {
  let from: string | undefined
  for (;;) {
    const { isIntact, isComplete, entries, total, head, next } = await client.vault('GET /v1/audit-check', { from })
    if (!isIntact || isComplete || next === undefined) return { isIntact, entries, head }
    say(`${toNumber(entries)} of ${toNumber(total)}`)
    from = next
  }
}

async function verifyConsole(client: Client): Promise<Verdict> {
  const check = await client.ask('GET /api/audit/check', {})
  return { isIntact: check.ok, entries: check.count, head: check.ok ? check.head : undefined }
}
