import type { GatewayStatus } from '@latchkey/gateway/admin'
import type { ReactElement } from 'react'
import { toNumber } from '../format.js'
import { useLoaded } from '../hooks.js'
import { Card, Empty, LoadedView, NeedsService, Page, Tag, Time } from '../parts.js'
import { Health, useGatewayStatus, VaultRows, WorkHealth } from './Overview.js'

type Chain = GatewayStatus['chains'][number]

export function StatusPage(): ReactElement {
  return (
    <Page title="Status" text="Every node, provider and process, as the services see them.">
      <Card title="Gateway: chains and nodes">
        <NeedsService service="gateway">
          <Gateway part="chains" />
        </NeedsService>
      </Card>
      <div className="columns">
        <Card title="Gateway: providers">
          <NeedsService service="gateway">
            <Gateway part="providers" />
          </NeedsService>
        </Card>
        <Card title="Gateway: processes">
          <NeedsService service="gateway">
            <Gateway part="processes" />
          </NeedsService>
        </Card>
      </div>
      <div className="columns">
        <Card title="Vault">
          <NeedsService service="vault">
            <Vault />
          </NeedsService>
        </Card>
        <Card title="Relay">
          <NeedsService service="relay">
            <Relay />
          </NeedsService>
        </Card>
      </div>
    </Page>
  )
}

function Vault(): ReactElement {
  const health = useLoaded('health', (client, signal) => client.vault('GET /v1/health', {}, signal), { every: 10_000 })
  return <LoadedView from={health}>{(one) => <VaultRows health={one} />}</LoadedView>
}

function Gateway({ part }: { readonly part: 'chains' | 'providers' | 'processes' }): ReactElement {
  const status = useGatewayStatus()
  return (
    <LoadedView from={status}>
      {({ chains, providers, processes }) => {
        if (part === 'chains')
          return chains.length === 0 ? (
            <Empty title="No chains" text="CHAINS_FILE of the gateway lists them." />
          ) : (
            <Chains chains={chains} />
          )
        if (part === 'providers')
          return providers.length === 0 ? (
            <Empty title="No providers were used yet" />
          ) : (
            <ul className="rows">
              {providers.map(({ kind, name, lastSuccessAt, lastFailure }) => (
                <WorkHealth
                  key={`${kind} ${name}`}
                  name={`${kind}: ${name}`}
                  work={{ lastSuccess: lastSuccessAt ?? undefined, lastFailure: lastFailure?.at }}
                  more={lastFailure ? ` (${lastFailure.reason})` : ''}
                />
              ))}
            </ul>
          )
        return processes.length === 0 ? (
          <Empty title="No processes" text="Without a database, a gateway knows only itself." />
        ) : (
          <ul className="rows">
            {processes.map(({ id, host, pid, version, startedAt, seenAt, isAlive }) => (
              <Health
                key={id}
                name={`${host}, ${pid}`}
                tone={isAlive ? 'good' : 'bad'}
                state={isAlive ? 'Running' : 'Gone'}
              >
                {version} · started <Time at={startedAt} /> · seen <Time at={seenAt} />
              </Health>
            ))}
          </ul>
        )
      }}
    </LoadedView>
  )
}

function Chains({ chains }: { readonly chains: readonly Chain[] }): ReactElement {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards have to scroll it
    <section className="table" aria-label="Chains" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Chain</th>
            <th scope="col">State</th>
            <th scope="col">Head</th>
            <th scope="col">Indexed</th>
            <th scope="col">Lag</th>
            <th scope="col">Nodes</th>
          </tr>
        </thead>
        <tbody>
          {chains.map(({ chain, name, isIndexed, head, indexed, lag, problem, nodes }) => (
            <tr key={chain}>
              <td>
                <b>{name}</b>
                <br />
                <small className="muted">{chain}</small>
              </td>
              <td>
                <Tag tone={problem === null ? 'good' : 'bad'}>{problem ?? 'OK'}</Tag>
              </td>
              <td className="number">{head === null ? '–' : toNumber(head)}</td>
              <td className="number">{!isIndexed || indexed === null ? '–' : toNumber(indexed)}</td>
              <td className="number">{lag === null ? '–' : toNumber(lag)}</td>
              <td>
                {nodes.map(({ host, state, isPreferred, lastFailure }) => (
                  <span key={host} className="node" title={lastFailure?.reason}>
                    <Tag tone={state === 'OK' ? 'good' : state === 'UNKNOWN' ? 'plain' : 'bad'}>{state}</Tag> {host}
                    {isPreferred && nodes.length > 1 && ' (in use)'}
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

const shown: Readonly<Record<string, string>> = {
  relay_connections: 'Open sockets',
  relay_topics: 'Topics with subscribers',
  relay_queue_depth: 'Waiting for the database',
  relay_messages_total: 'Published messages',
  relay_deliveries_total: 'Acknowledged deliveries',
  relay_rejects_total: 'Refused calls and clients',
}

function Relay(): ReactElement {
  const relay = useLoaded('relay', (client, signal) => client.ask('GET /api/relay', {}, signal), { every: 10_000 })
  return (
    <LoadedView from={relay}>
      {({ isReady, failed, metrics }) => (
        <ul className="rows">
          <Health name="Ready" tone={isReady ? 'good' : 'bad'} state={isReady ? 'OK' : 'Not ready'}>
            {failed.length > 0 ? failed.join(', ') : undefined}
          </Health>
          {metrics === undefined ? (
            <Health name="Metrics" tone="plain" state="None">
              Set RELAY_METRICS_URL to show them.
            </Health>
          ) : (
            Object.entries(shown)
              .filter(([name]) => metrics[name] !== undefined)
              .map(([name, title]) => (
                <Health key={name} name={title} tone="plain" state={toNumber(metrics[name] ?? 0)} />
              ))
          )}
        </ul>
      )}
    </LoadedView>
  )
}
