import type { Database } from '@latchkey/server-kit/database'
import {
  createMetrics,
  type Gauge,
  type Labels,
  type Metrics,
  toPoolGauges,
  toReadyGauges,
} from '@latchkey/server-kit/metrics'
import type { ReadinessProbe } from '@latchkey/server-kit/readiness'
import { getExpiry, type MutualTls } from '../../tls/mutualTls.js'
import type { RunningAuditSink } from '../audit/auditSink.js'
import { readDrills } from '../backup/drills.js'
import type { Custody, CustodyEvents } from '../custody.js'
import { listStopped } from '../freezes/signingSwitch.js'
import type { Mailer } from '../mail/mailer.js'
import type { SmsSender } from '../sms/sms.js'

/** Creates the metrics of a custody process, and the callbacks that update them. None contains user data. */
export function createCustodyMetrics(): { readonly metrics: Metrics; readonly events: CustodyEvents } {
  const metrics = createMetrics()
  const toSeries = (name: string, values: readonly string[]): readonly Labels[] =>
    values.map((one) => ({ [name]: one }))
  const countRefusal = metrics.addCounter({
    name: 'latchkey_custody_errors_total',
    help: 'Calls that ended with an error, by its code.',
    series: toSeries('code', [
      'CODE_WRONG',
      'CODE_SPENT',
      'SPEND_LIMIT',
      'POLICY',
      'MAIL_FAILED',
      'SMS_FAILED',
      'INTERNAL',
      'UNAVAILABLE',
    ]),
  })
  const countCode = metrics.addCounter({
    name: 'latchkey_code_checks_total',
    help: 'Codes that were compared, or refused because too many were wrong.',
    series: toSeries('result', ['right', 'wrong', 'refused']),
  })
  const countEmail = metrics.addCounter({
    name: 'latchkey_emails_total',
    help: 'Emails that the mail server accepted, or not: those that a user waits for, and notices.',
    series: ['login', 'notice'].flatMap((kind) => ['sent', 'failed'].map((outcome) => ({ kind, outcome }))),
  })
  const observeEmail = metrics.addHistogram({
    name: 'latchkey_email_duration_seconds',
    help: 'Time until the mail server accepted or refused an email.',
  })
  const countSms = metrics.addCounter({
    name: 'latchkey_sms_total',
    help: 'Text messages that the operator’s receiver accepted, or not.',
    series: toSeries('outcome', ['sent', 'failed']),
  })
  const countNode = metrics.addCounter({
    name: 'latchkey_upstream_requests_total',
    help: 'Requests to the nodes that simulate.',
  })
  return {
    metrics,
    events: {
      onError: (code) => countRefusal({ code }),
      onCode: (result) => countCode({ result }),
      onEmail: ({ kind, isSent, seconds }) => {
        countEmail({ kind, outcome: isSent ? 'sent' : 'failed' })
        observeEmail({ kind }, seconds)
      },
      onSms: ({ isSent }) => countSms({ outcome: isSent ? 'sent' : 'failed' }),
      onNode: ({ upstream, isOk }) => countNode({ upstream, outcome: isOk ? 'ok' : 'failed' }),
    },
  }
}

/** Reports the emails that a mailer sends. Emails with an id are notices, which no user waits for. */
export function watchMailer({ send }: Mailer, { onEmail }: Pick<CustodyEvents, 'onEmail'>): Mailer {
  return {
    async send(to, content, options) {
      const start = performance.now()
      let isSent = false
      try {
        await send(to, content, options)
        isSent = true
      } finally {
        const kind = options?.id === undefined ? 'login' : 'notice'
        onEmail({ kind, isSent, seconds: (performance.now() - start) / 1_000 })
      }
    },
  }
}

/** Reports the messages that are sent by SMS. */
export function watchSms({ send }: SmsSender, { onSms }: Pick<CustodyEvents, 'onSms'>): SmsSender {
  return {
    async send(sms) {
      let isSent = false
      try {
        await send(sms)
        isSent = true
      } finally {
        onSms({ isSent })
      }
    },
  }
}

type StateOptions = {
  readonly custody: Custody
  /** Without the check of the key, which waits for nothing here. */
  readonly pool: Pick<Database, 'getPool' | 'query'>
  readonly readiness: ReadinessProbe
  readonly audit: RunningAuditSink | undefined
  readonly drillHours: number | undefined
  readonly tls: MutualTls | undefined
}

/** Milliseconds for which the numbers of frozen users are kept: counting them reads a whole table. */
const frozenKept = 60_000

/** Adds the state of the database, the key, the queue of emails, the audit log and the operators' switches. */
export function addStateMetrics({ addGauges }: Metrics, { custody, pool, readiness, ...options }: StateOptions): void {
  const { audit, drillHours, tls } = options
  const toGauge = (name: string, help: string, value: number | undefined): Gauge => ({
    name,
    help,
    samples: value === undefined ? [] : [{ value }],
  })
  addGauges({
    name: 'ready',
    read: async () => toReadyGauges(['database', 'keys'], (await readiness.read()).failed),
  })
  addGauges({
    name: 'process',
    read: () => [
      ...toPoolGauges(pool.getPool()),
      toGauge(
        'latchkey_certificate_expiry_timestamp_seconds',
        'When the certificate of this process expires.',
        tls && getExpiry(tls) / 1_000,
      ),
    ],
  })
  addGauges({
    name: 'emails',
    read: async () => {
      const [row] = await pool.query<{ count: string; oldest: string | null }>(
        'SELECT count(*) AS count, min(created_at) AS oldest FROM outbox',
      )
      const age = row?.oldest == null ? 0 : Math.max(0, custody.now() - Number(row.oldest)) / 1_000
      return [
        toGauge('latchkey_outbox_emails', 'Notices that wait to be sent.', Number(row?.count ?? 0)),
        toGauge('latchkey_outbox_oldest_seconds', 'Age of the oldest of them.', age),
      ]
    },
  })
  addGauges({
    name: 'signing',
    read: async () => [
      {
        name: 'latchkey_signing_stopped',
        help: 'Projects for which an operator has stopped signing; * for all.',
        samples: (await listStopped(custody, pool)).map((project) => ({ labels: { project }, value: 1 })),
      },
    ],
  })
  addGauges({ name: 'frozen', read: createFrozenReader(custody, pool) })
  addGauges({
    name: 'drills',
    read: async () => {
      const { lastGoodDrill, lastFailedDrill } = await readDrills(pool)
      const toSeconds = (at: number | undefined): number | undefined => (at === undefined ? undefined : at / 1_000)
      return [
        toGauge(
          'latchkey_drill_last_success_timestamp_seconds',
          'When a restore drill last passed.',
          toSeconds(lastGoodDrill),
        ),
        toGauge(
          'latchkey_drill_last_failure_timestamp_seconds',
          'When a restore drill last failed.',
          toSeconds(lastFailedDrill),
        ),
        toGauge(
          'latchkey_drill_interval_seconds',
          'How often restore drills run.',
          drillHours === undefined ? undefined : drillHours * 3_600,
        ),
      ]
    },
  })
  if (audit)
    addGauges({
      name: 'audit',
      read: async () => {
        const { entries, oldest } = await audit.readLag()
        const age = oldest === undefined ? 0 : Math.max(0, custody.now() - oldest) / 1_000
        return [
          toGauge('latchkey_audit_sink_lag_entries', 'Audit entries that the sink has not accepted yet.', entries),
          toGauge('latchkey_audit_sink_lag_seconds', 'Age of the oldest of them.', age),
        ]
      },
    })
}

function createFrozenReader(
  { now }: Pick<Custody, 'now'>,
  { query }: Pick<Database, 'query'>,
): () => Promise<readonly Gauge[]> {
  let known: readonly Gauge[] = []
  let validUntil = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() < validUntil) return known
    const [row] = await query<{ by_operator: string; by_owner: string }>(
      `SELECT (SELECT count(*) FROM users WHERE frozen_at IS NOT NULL) AS by_operator,
         (SELECT count(DISTINCT user_id) FROM wallet_freezes WHERE ended_at IS NULL AND valid_until > $1) AS by_owner`,
      [now()],
    )
    known = [
      {
        name: 'latchkey_frozen_users',
        help: 'Users whose wallet is frozen, by whom.',
        samples: [
          { labels: { by: 'operator' }, value: Number(row?.by_operator ?? 0) },
          { labels: { by: 'owner' }, value: Number(row?.by_owner ?? 0) },
        ],
      },
    ]
    validUntil = performance.now() + frozenKept
    return known
  }
}
