import { randomBytes } from 'node:crypto'
import type { LoginProvider } from '../../protocol/login.js'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import type { Caller } from '../devices/findCaller.js'
import type { Asker } from '../mail/letters.js'
import { toRowMac } from '../sealing/rowMac.js'
import { seal, unseal } from '../sealing/seal.js'
import { toMac } from '../sealing/toMac.js'

/** A login by another provider that a device has begun. */
export type AttemptRow = {
  readonly id: string
  readonly device_id: string
  readonly project: string
  readonly origin: string
  readonly browser: string
  readonly place: string | null
  readonly provider: LoginProvider
  /** Whose wallet gets one more login, or who shows once more that they are there: which of both is in `secrets`. */
  readonly link_user: string | null
  readonly state_hash: Buffer
  readonly popup_hash: Buffer | null
  readonly secrets: Buffer
  /** `asked` while the provider's answer is exchanged, then `answered`; `used` when it was fetched, `ended` when nobody may fetch it any more. */
  readonly stage: 'open' | 'asked' | 'answered' | 'used' | 'ended'
  readonly is_alone: boolean
  /** See opening.ts. */
  readonly opening: Buffer | null
  readonly outcome: Buffer | null
  readonly used_at: string | null
  readonly created_at: string
  readonly mac: Buffer
}

/** Milliseconds. [security.md §3.5] */
export const attemptTimes = {
  /** From the beginning until the provider's answer. */
  whole: 600_000,
  /** From the answer, or the visitor's confirmation, until it is fetched. */
  result: 60_000,
  /** The same fetch gives the same answer for so long, as a reply may have been lost. */
  repeat: 60_000,
  kept: 3_600_000,
} as const

export type NewAttempt = {
  readonly caller: Caller
  readonly asker: Asker
  readonly provider: LoginProvider
  /** The user who is logged in, where it is not to log in. */
  readonly linkUser: string | null
  /** The page to come back to, where there is no popup. */
  readonly returnTo?: string | undefined
  /** By which the provider's answer is told apart from all others. */
  readonly state: string
  readonly popup: string | undefined
  readonly secrets: unknown
}

/** Takes the place of all that the device has begun before. */
export async function insertAttempt(
  custody: Custody,
  { query }: Queryable,
  { caller, asker, provider, linkUser, returnTo, state, popup, secrets }: NewAttempt,
): Promise<{ readonly expiresAt: number }> {
  const now = custody.now()
  const id = randomBytes(16).toString('hex')
  const row = {
    id,
    device_id: caller.deviceId,
    project: caller.project,
    origin: asker.origin,
    browser: asker.browser,
    place: asker.place,
    provider,
    link_user: linkUser,
    state_hash: toStateHash(custody, state),
    popup_hash: popup === undefined ? null : toPopupHash(custody, popup),
    secrets: sealPart(custody, secrets, { id, part: 'secrets' }),
    created_at: now,
  }
  const all = {
    ...row,
    stage: 'open',
    opening: returnTo === undefined ? null : sealPart(custody, { isByApp: false, returnTo }, { id, part: 'opening' }),
    valid_until: now + attemptTimes.kept,
    mac: toRowMac(custody.keys, 'login_attempts', row),
  }
  await query(
    "UPDATE login_attempts SET stage = 'ended' WHERE device_id = $1 AND stage IN ('open', 'asked', 'answered')",
    [caller.deviceId],
  )
  const names = Object.keys(all)
  const places = names.map((_, index) => `$${index + 1}`)
  await query(`INSERT INTO login_attempts (${names.join(', ')}) VALUES (${places.join(', ')})`, Object.values(all))
  return { expiresAt: now + attemptTimes.whole }
}

/** Lets an attempt log in once in this process, whatever becomes of its row. Throws `gone` where it has. */
export async function takeAttempt<value>(
  { counts }: Pick<Custody, 'counts'>,
  { id, created_at }: AttemptRow,
  gone: Error,
  enter: () => Promise<value>,
): Promise<value> {
  const key = `login ${id}`
  if (!counts.take(key, { max: 1, until: Number(created_at) + attemptTimes.kept })) throw gone
  try {
    return await enter()
  } catch (cause) {
    counts.free(key) // nobody was let in
    throw cause
  }
}

export function toStateHash({ keys }: Pick<Custody, 'keys'>, state: string): Buffer {
  return toMac(keys.tokens, ['login state', state])
}

export function toPopupHash({ keys }: Pick<Custody, 'keys'>, popup: string): Buffer {
  return toMac(keys.tokens, ['login popup', popup])
}

type Part = { readonly id: string; readonly part: 'secrets' | 'outcome' | 'opening' }

/** JSON that only this attempt opens. */
export function sealPart(
  { keys, instance }: Pick<Custody, 'keys' | 'instance'>,
  value: unknown,
  { id, part }: Part,
): Buffer {
  return seal(keys.email, { plain: Buffer.from(JSON.stringify(value)), place: [`login ${part}`, instance, id] })
}

export function unsealPart<value>(
  { keys, instance }: Pick<Custody, 'keys' | 'instance'>,
  sealed: Uint8Array,
  { id, part }: Part,
): value {
  return JSON.parse(unseal(keys.email, { sealed, place: [`login ${part}`, instance, id] }).toString()) as value
}
