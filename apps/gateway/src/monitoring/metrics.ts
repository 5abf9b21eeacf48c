import { createMetrics, type Gauge, type Metrics, toPoolGauges, toReadyGauges } from '@latchkey/server-kit/metrics'
import type { ReadinessProbe } from '@latchkey/server-kit/readiness'
import type { GatewayContext } from '../context.js'
import type { UpstreamCall } from '../http/upstream.js'
import { readHealth } from './health.js'

export type GatewayMetrics = Metrics & {
  readonly countUpstream: (call: UpstreamCall) => void
  readonly countRefusal: (scope: 'client' | 'project') => void
}

/** Creates the metrics of a gateway; {@link addStateMetrics} adds those of its state. */
export function createGatewayMetrics(nodes: readonly string[]): GatewayMetrics {
  const metrics = createMetrics()
  const hosts = [...new Set(nodes.map((node) => new URL(node).host))]
  const countCall = metrics.addCounter({
    name: 'latchkey_upstream_requests_total',
    help: 'Requests to nodes and bundlers.',
    series: hosts.flatMap((upstream) => ['ok', 'failed'].map((outcome) => ({ upstream, outcome }))),
  })
  const observe = metrics.addHistogram({
    name: 'latchkey_upstream_request_duration_seconds',
    help: 'Duration of requests to nodes and bundlers, until their headers arrive.',
  })
  const countRefusal = metrics.addCounter({
    name: 'latchkey_quota_refusals_total',
    help: 'Requests that were refused because a quota was used up.',
    series: [{ scope: 'client' }, { scope: 'project' }],
  })
  return {
    ...metrics,
    countUpstream: ({ upstream, isOk, seconds }) => {
      countCall({ upstream, outcome: isOk ? 'ok' : 'failed' })
      observe({ upstream }, seconds)
    },
    countRefusal: (scope) => countRefusal({ scope }),
  }
}

type StateOptions = Pick<GatewayContext, 'chains' | 'database'> & { readonly readiness: ReadinessProbe }

/** Adds the state of the database and the progress of the indexer. */
export function addStateMetrics({ addGauges }: Metrics, { readiness, ...context }: StateOptions): void {
  const { database } = context
  addGauges({
    name: 'ready',
    read: async () => toReadyGauges(database ? ['database'] : [], (await readiness.read()).failed),
  })
  if (!database) return
  addGauges({ name: 'database', read: () => toPoolGauges(database.getPool()) })
  addGauges({ name: 'indexer', read: (signal) => readIndexGauges(context, signal) })
}

async function readIndexGauges(
  context: Pick<GatewayContext, 'chains' | 'database'>,
  signal: AbortSignal,
): Promise<readonly Gauge[]> {
  const { database, chains } = await readHealth(context, signal)
  const toGauge = (name: string, help: string, toValue: (chain: (typeof chains)[string]) => number | null): Gauge => ({
    name,
    help,
    samples: Object.entries(chains).flatMap(([chain, health]) => {
      const value = toValue(health)
      return value === null ? [] : [{ labels: { chain }, value }]
    }),
  })
  return [
    {
      name: 'latchkey_database_up',
      help: 'Whether the database responds.',
      samples: [{ value: database === 'ok' ? 1 : 0 }],
    },
    toGauge('latchkey_chain_head', 'Height of the node.', ({ head }) => head),
    toGauge('latchkey_chain_node_up', 'Whether the node serves the chain.', ({ head }) => (head === null ? 0 : 1)),
    toGauge('latchkey_indexed_height', 'Height up to which blocks are indexed.', ({ indexed }) => indexed),
    toGauge(
      'latchkey_index_lag_blocks',
      'Blocks to be indexed; negative for indexed blocks that the node lacks.',
      ({ lag }) => lag,
    ),
    {
      name: 'latchkey_index_problem',
      help: 'What the operator has to fix.',
      samples: Object.entries(chains).flatMap(([chain, { problem }]) =>
        problem === null ? [] : [{ labels: { chain, problem }, value: 1 }],
      ),
    },
  ]
}
