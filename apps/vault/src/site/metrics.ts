import { createMetrics, type Metrics, toReadyGauges } from '@latchkey/server-kit/metrics'
import type { ReadinessProbe } from '@latchkey/server-kit/readiness'
import type { NodeCall } from '../networks/askNode.js'
import { getExpiry, type MutualTls } from '../tls/mutualTls.js'

export type SiteMetrics = Metrics & {
  readonly countNode: (call: NodeCall) => void
  readonly countCustody: (isOk: boolean) => void
}

/** Creates the metrics of a site; {@link addSiteState} adds those of its state. */
export function createSiteMetrics(): SiteMetrics {
  const metrics = createMetrics()
  const countNode = metrics.addCounter({
    name: 'latchkey_upstream_requests_total',
    help: 'Requests to nodes, bundlers and paymasters.',
  })
  const countCustody = metrics.addCounter({
    name: 'latchkey_custody_requests_total',
    help: 'Calls to custody, and those that none has answered.',
    series: ['ok', 'failed'].map((outcome) => ({ outcome })),
  })
  return {
    ...metrics,
    countNode: ({ upstream, isOk }) => countNode({ upstream, outcome: isOk ? 'ok' : 'failed' }),
    countCustody: (isOk) => countCustody({ outcome: isOk ? 'ok' : 'failed' }),
  }
}

type SiteStateOptions = {
  readonly readiness: ReadinessProbe
  readonly tls: MutualTls | undefined
  /** Whether each custody could be reached last, by address. */
  readonly readCustodies: () => readonly { readonly address: string; readonly isUp: boolean }[]
}

export function addSiteState({ addGauges }: Metrics, { readiness, tls, readCustodies }: SiteStateOptions): void {
  addGauges({
    name: 'ready',
    read: async () => [
      // this also asks each custody
      ...toReadyGauges(['custody'], (await readiness.read()).failed),
      {
        name: 'latchkey_custody_up',
        help: 'Whether a custody could be reached.',
        samples: readCustodies().map(({ address, isUp }) => ({ labels: { custody: address }, value: isUp ? 1 : 0 })),
      },
      {
        name: 'latchkey_certificate_expiry_timestamp_seconds',
        help: 'When the certificate of this process expires.',
        samples: tls ? [{ value: getExpiry(tls) / 1_000 }] : [],
      },
    ],
  })
}
