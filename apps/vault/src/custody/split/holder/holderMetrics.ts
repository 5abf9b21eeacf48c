import type { Database } from '@latchkey/server-kit/database'
import { createMetrics, type Metrics, toPoolGauges, toReadyGauges } from '@latchkey/server-kit/metrics'
import type { ReadinessProbe } from '@latchkey/server-kit/readiness'
import { getExpiry, type MutualTls } from '../../../tls/mutualTls.js'
import { type OpeningReply, refusals } from '../wire.js'
import type { HolderStore } from './holderDatabase.js'
import { type HolderLimits, readLastHour, readState } from './openShare.js'

export type HolderMetrics = Pick<Metrics, 'toText'> & { readonly countReply: (reply: OpeningReply) => void }

type HolderMetricsOptions = {
  readonly store: Pick<HolderStore, 'chain'> & { readonly database: Pick<Database, 'getPool' | 'query'> }
  readonly limits: HolderLimits
  readonly readiness: ReadinessProbe
  readonly tls: MutualTls | undefined
}

/** Creates the metrics of a share holder. None has anything of a user. */
export function createHolderMetrics({ store, limits, readiness, tls }: HolderMetricsOptions): HolderMetrics {
  const { addCounter, addGauges, toText } = createMetrics()
  const count = addCounter({
    name: 'latchkey_holder_openings_total',
    help: 'Requests of custody to open a key: opened, or why it was refused.',
    series: ['opened', ...refusals].map((outcome) => ({ outcome })),
  })
  addGauges({
    name: 'ready',
    read: async () => toReadyGauges(['database'], (await readiness.read()).failed),
  })
  addGauges({
    name: 'process',
    read: () => [
      ...toPoolGauges(store.database.getPool()),
      {
        name: 'latchkey_certificate_expiry_timestamp_seconds',
        help: 'When the certificate of this process expires.',
        samples: tls ? [{ value: getExpiry(tls) / 1_000 }] : [],
      },
    ],
  })
  addGauges({
    name: 'log',
    read: async () => {
      const { isFrozen, maintenanceUntil } = await readState(store, store.database)
      const lastHour = await readLastHour(store, store.database)
      return [
        {
          name: 'latchkey_holder_frozen',
          help: 'Whether its operator has stopped it.',
          samples: [{ value: isFrozen ? 1 : 0 }],
        },
        {
          name: 'latchkey_holder_maintenance',
          help: 'Whether it opens keys without a call of a user.',
          samples: [{ value: maintenanceUntil === null ? 0 : 1 }],
        },
        {
          name: 'latchkey_holder_last_hour',
          help: 'Entries of its log within the last hour, from all of its processes.',
          samples: (['device.recorded', 'share.opened', 'maintenance.used'] as const).map((event) => ({
            labels: { event },
            value: lastHour[event] ?? 0,
          })),
        },
        {
          name: 'latchkey_holder_hourly_limit',
          help: 'How many of them it allows.',
          samples: [
            { labels: { event: 'device.recorded' }, value: limits.newDevicesPerHour },
            { labels: { event: 'share.opened' }, value: limits.openingsPerHour },
          ],
        },
      ]
    },
  })
  return { toText, countReply: (reply) => count({ outcome: 'key' in reply ? 'opened' : reply.refused }) }
}
