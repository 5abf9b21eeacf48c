import type { GatewayStatus, UsageRow } from '@latchkey/gateway/admin'
import type { OperatorResult } from '@latchkey/vault/operators'
import type { ReactElement, ReactNode } from 'react'
import { Chart } from '../Chart.js'
import { toDay, toLoginName, toNumber } from '../format.js'
import { useLoaded } from '../hooks.js'
import { Card, LoadedView, NeedsService, Page, Tag, Time, type Tone } from '../parts.js'

/** Interval for reading the health of the services. Milliseconds. */
const every = 15_000
const dayCount = 30

export function OverviewPage(): ReactElement {
  return (
    <Page title="Overview" text="Health now, and use of the last 30 days.">
      <div className="columns">
        <Card title="Vault">
          <NeedsService service="vault">
            <VaultHealth />
          </NeedsService>
        </Card>
        <Card title="Gateway">
          <NeedsService service="gateway">
            <GatewayHealth />
          </NeedsService>
        </Card>
        <Card title="Relay">
          <NeedsService service="relay">
            <RelayHealth />
          </NeedsService>
        </Card>
      </div>
      <Card title="Wallets">
        <NeedsService service="vault">
          <VaultUsage />
        </NeedsService>
      </Card>
      <Card title="Requests to the gateway">
        <NeedsService service="gateway">
          <GatewayUsage />
        </NeedsService>
      </Card>
    </Page>
  )
}

export function Health({
  name,
  tone,
  state,
  children,
}: {
  readonly name: string
  readonly tone: Tone
  readonly state: string
  readonly children?: ReactNode
}): ReactElement {
  return (
    <li className="row">
      <span className="row-text">
        <b>{name}</b>
        {children !== undefined && <small className="muted">{children}</small>}
      </span>
      <Tag tone={tone}>{state}</Tag>
    </li>
  )
}

type Work = { readonly lastSuccess?: number | undefined; readonly lastFailure?: number | undefined }

/** Shows when something last worked and last failed; the later one says how it is. */
export function WorkHealth({
  name,
  work,
  more,
}: {
  readonly name: string
  readonly work: Work
  readonly more?: string
}): ReactElement {
  const { lastSuccess, lastFailure } = work
  const isFailing = lastFailure !== undefined && lastFailure > (lastSuccess ?? 0)
  const isUnused = lastFailure === undefined && lastSuccess === undefined
  return (
    <Health
      name={name}
      tone={isFailing ? 'bad' : isUnused ? 'plain' : 'good'}
      state={isFailing ? 'Failing' : isUnused ? 'Not used yet' : 'OK'}
    >
      {lastSuccess !== undefined && (
        <>
          worked <Time at={lastSuccess} />{' '}
        </>
      )}
      {lastFailure !== undefined && (
        <>
          {lastSuccess !== undefined && '· '}failed <Time at={lastFailure} />
        </>
      )}
      {more !== undefined && more}
    </Health>
  )
}

function VaultHealth(): ReactElement {
  const health = useLoaded('health', (client, signal) => client.vault('GET /v1/health', {}, signal), { every })
  return (
    <LoadedView from={health} rows={4}>
      {(one) => <VaultRows health={one} />}
    </LoadedView>
  )
}

export function VaultRows({ health }: { readonly health: OperatorResult<'GET /v1/health'> }): ReactElement {
  const { database, keys, email, webhooks, providers, networks, lastGoodDrill, lastFailedDrill } = health
  return (
    <ul className="rows">
      <Health name="Database" tone={database.ok ? 'good' : 'bad'} state={database.ok ? 'OK' : 'Down'}>
        {toNumber(Math.round(database.milliseconds))} ms
      </Health>
      <Health name="Key-encryption key" tone={keys.ok ? 'good' : 'bad'} state={keys.ok ? 'OK' : 'Unreachable'} />
      <WorkHealth name="Email" work={email} more={email.queue > 0 ? ` · ${toNumber(email.queue)} waiting` : ''} />
      {webhooks.queue > 0 && <Health name="Webhooks" tone="plain" state={`${toNumber(webhooks.queue)} waiting`} />}
      {providers.map((one) => (
        <WorkHealth key={one.name} name={`Login with ${toLoginName(one.name)}`} work={one} />
      ))}
      {networks.map((one) => (
        <WorkHealth key={one.chain} name={`Node of ${one.chain}`} work={one} />
      ))}
      <WorkHealth name="Restore drill" work={{ lastSuccess: lastGoodDrill, lastFailure: lastFailedDrill }} />
    </ul>
  )
}

function GatewayHealth(): ReactElement {
  const status = useGatewayStatus()
  return (
    <LoadedView from={status} rows={4}>
      {({ database, chains, providers, processes }) => {
        const failing = chains.filter(({ problem }) => problem !== null)
        const late = providers.filter(({ lastFailure, lastSuccessAt }) => (lastFailure?.at ?? 0) > (lastSuccessAt ?? 0))
        const alive = processes.filter(({ isAlive }) => isAlive)
        return (
          <ul className="rows">
            <Health
              name="Database"
              tone={database === 'ok' ? 'good' : database === null ? 'plain' : 'bad'}
              state={database === 'ok' ? 'OK' : database === null ? 'None' : 'Down'}
            />
            <Health name="Processes" tone={alive.length > 0 ? 'good' : 'bad'} state={`${alive.length} running`} />
            <Health
              name="Chains"
              tone={failing.length === 0 ? 'good' : 'bad'}
              state={failing.length === 0 ? `${chains.length} OK` : `${failing.length} failing`}
            >
              {failing.length > 0 ? failing.map(({ name }) => name).join(', ') : undefined}
            </Health>
            <Health
              name="Providers"
              tone={late.length === 0 ? 'good' : 'bad'}
              state={
                providers.length === 0
                  ? 'Not used yet'
                  : late.length === 0
                    ? `${providers.length} OK`
                    : `${late.length} failing`
              }
            >
              {late.length > 0 ? late.map(({ kind, name }) => `${kind} ${name}`).join(', ') : undefined}
            </Health>
          </ul>
        )
      }}
    </LoadedView>
  )
}

export function useGatewayStatus(): ReturnType<typeof useLoaded<GatewayStatus>> {
  return useLoaded('gateway status', (client, signal) => client.gateway<GatewayStatus>('GET', '/status', { signal }), {
    every,
  })
}

function RelayHealth(): ReactElement {
  const relay = useLoaded('relay', (client, signal) => client.ask('GET /api/relay', {}, signal), { every })
  return (
    <LoadedView from={relay}>
      {({ isReady, failed, metrics }) => (
        <ul className="rows">
          <Health name="Ready" tone={isReady ? 'good' : 'bad'} state={isReady ? 'OK' : 'Not ready'}>
            {failed.length > 0 ? failed.join(', ') : undefined}
          </Health>
          {metrics && <Health name="Open sockets" tone="plain" state={toNumber(metrics['relay_connections'] ?? 0)} />}
        </ul>
      )}
    </LoadedView>
  )
}

const toRange = (): { readonly from: string; readonly to: string } => ({ from: toDay(dayCount - 1), to: toDay(0) })
const listDays = (): readonly string[] => Array.from({ length: dayCount }, (_, index) => toDay(dayCount - 1 - index))

export function VaultUsage({ project }: { readonly project?: string }): ReactElement {
  const usage = useLoaded(`usage ${project}`, (client, signal) =>
    client.vault('GET /v1/usage', { ...toRange(), project }, signal),
  )
  const days = listDays()
  return (
    <LoadedView from={usage}>
      {(one) => {
        const read = (key: 'signUps' | 'logins' | 'signatures'): readonly number[] =>
          days.map((day) => one.days.find((row) => row.day === day)?.[key] ?? 0)
        return (
          <Chart
            title="Per day"
            days={days}
            series={[
              { name: 'Sign-ups', values: read('signUps') },
              { name: 'Logins', values: read('logins') },
              { name: 'Signatures', values: read('signatures') },
            ]}
          />
        )
      }}
    </LoadedView>
  )
}

function GatewayUsage(): ReactElement {
  const usage = useLoaded('gateway usage', (client, signal) =>
    client.gateway<{ readonly rows: readonly UsageRow[] }>('GET', '/usage', { query: toRange(), signal }),
  )
  const days = listDays()
  return (
    <LoadedView from={usage}>
      {({ rows }) => {
        const sum = (pick: (row: UsageRow) => number): readonly number[] =>
          days.map((day) => rows.reduce((total, row) => (row.day === day ? total + pick(row) : total), 0))
        return (
          <Chart
            title="Per day"
            days={days}
            series={[
              { name: 'Served', values: sum(({ requests, failed, refused }) => requests - failed - refused) },
              { name: 'Above a quota', values: sum(({ refused }) => refused) },
              { name: 'Failed', values: sum(({ failed }) => failed) },
            ]}
          />
        )
      }}
    </LoadedView>
  )
}
