import { type Database, lockOn, type Queryable } from '@latchkey/server-kit/database'
import { z } from 'zod'
import type { RotationView } from '../../../protocol/operators.js'
import type { Custody, OwnRotation } from '../../custody.js'
import type { KekBackend } from '../backends/kekBackend.js'
import type { OpenKeyHost } from '../host/keyHost.js'
import { isRotating } from '../keyRing.js'
import { rotateKek, settlePolls } from './rotateKek.js'

const stored = z.object({
  state: z.enum(['wanted', 'running', 'done', 'failed']),
  startedAt: z.number(),
  endedAt: z.number().optional(),
  rows: z.number(),
  /** When a process began to work on it, in real time. */
  takenAt: z.number().optional(),
  error: z.string().optional(),
})
type Stored = z.output<typeof stored>

/** Requests a rotation in the caller's transaction. Returns false if one is already requested or running. */
export async function requestRotation(client: Queryable, { now }: Pick<Custody, 'now'>): Promise<boolean> {
  await lockOn(client, [lock])
  const current = await readState(client)
  if (current?.state === 'wanted') return false
  if (current?.state === 'running' && !hasEnded(current, await isRotating(client))) return false
  await writeState(client, { state: 'wanted', startedAt: now(), rows: 0 })
  return true
}

/** Serializes changes of the state. */
const lock = 'rotation of the key-encryption key'

/** Milliseconds in which a process that began has taken the lock of the rotation. */
const startTime = 10_000

/** Whether the process that ran it has gone away. */
function hasEnded({ state, takenAt = 0 }: Stored, isRunning: boolean): boolean {
  return state === 'running' && !isRunning && Date.now() - takenAt > startTime
}

async function readState({ query }: Queryable): Promise<Stored | undefined> {
  const [row] = await query<{ value: string }>("SELECT value FROM vault_settings WHERE name = 'rotation'")
  const { success, data } = stored.safeParse(row && JSON.parse(row.value))
  return success ? data : undefined
}

async function writeState({ query }: Queryable, state: Stored): Promise<void> {
  await query(
    "INSERT INTO vault_settings VALUES ('rotation', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    [JSON.stringify(state)],
  )
}

type Options = Pick<Custody, 'now' | 'warn'> & {
  readonly kek: KekBackend
  readonly openKeyHost: OpenKeyHost
  readonly kind: 'file' | 'program'
  readonly getKeys: () => Custody['keys']
  /** Throws if the key-encryption key can't be read. */
  readonly assertReachable: () => void
}

/** `database` must allow writing under a key that is rotated out: the rotation itself takes care of that. */
export function createOwnRotation(
  database: Database,
  { kek, openKeyHost, kind, getKeys, assertReachable, now, warn }: Options,
): OwnRotation {
  let running: Promise<void> | undefined

  async function run(start: Stored): Promise<void> {
    let rows = 0
    const note = (more: Partial<Stored>): Promise<void> =>
      writeState(database, { ...start, state: 'running', rows, ...more })
    try {
      await note({})
      const rotation = await rotateKek(database, {
        kek,
        openKeyHost,
        prepares: false,
        settle: settlePolls * kek.pollInterval,
        now,
        onProgress: async (done) => {
          rows = done
          await note({})
        },
      })
      await note({ state: 'done', endedAt: now(), ...('rows' in rotation && { rows: rotation.rows }) })
    } catch (cause) {
      warn(cause)
      const error = cause instanceof Error ? cause.message : 'failed'
      await note({ state: 'failed', endedAt: now(), error })
    }
  }

  function isReachable(): boolean {
    try {
      assertReachable()
      return true
    } catch {
      return false // readiness reports why
    }
  }

  return {
    isReachable,
    async startIfWanted() {
      if (running) return
      // one process takes it
      const taken = await database.inTransaction(async (client) => {
        await lockOn(client, [lock])
        const current = await readState(client)
        if (current?.state !== 'wanted') return undefined
        const next = { ...current, state: 'running' as const, takenAt: Date.now() }
        await writeState(client, next)
        return next
      })
      if (!taken) return
      running = run(taken)
        .catch(warn)
        .finally(() => {
          running = undefined
        })
    },
    async view() {
      const { wrap } = getKeys()
      const [state, isRunning, counts] = await Promise.all([
        readState(database),
        isRotating(database),
        database.query<{ id: string; wallets: number }>(
          "SELECT encode(substring(dek FROM 1 FOR 8), 'hex') AS id, count(*)::int AS wallets FROM wallets GROUP BY 1",
        ),
      ])
      const ids = wrap.all.map(({ id }) => id.toString('hex'))
      const countOf = (id: string): number => counts.find((one) => one.id === id)?.wallets ?? 0
      // rows of before keys had ids are under the oldest one
      const unnamed = counts.filter(({ id }) => !ids.includes(id)).reduce((sum, { wallets }) => sum + wallets, 0)
      const rotation = state && toView(state, isRunning)
      return {
        backend: kind,
        isReachable: isReachable(),
        keys: ids.map((id, index) => ({
          id,
          isActive: id === wrap.current.id.toString('hex'),
          wallets: countOf(id) + (index === 0 ? unnamed : 0),
        })),
        ...(rotation && { rotation }),
      }
    },
  }
}

function toView(current: Stored, isRunning: boolean): RotationView {
  const { state, takenAt: _, ...rest } = current
  if (state === 'wanted') return { state: 'running', ...rest }
  if (hasEnded(current, isRunning))
    return { ...rest, state: 'failed', error: 'The process that ran it has ended. keys.rotate resumes it.' }
  return { state, ...rest }
}
