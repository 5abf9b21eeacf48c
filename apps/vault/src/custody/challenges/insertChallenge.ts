import { randomBytes } from 'node:crypto'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import type { Caller } from '../devices/findCaller.js'
import { sealEmail, toEmailIndex } from '../email/sealedEmail.js'
import type { Asker } from '../mail/letters.js'
import { toRowMac } from '../sealing/rowMac.js'
import { toMac } from '../sealing/toMac.js'
import { challengeTimes, type Purpose } from './challenge.js'
import { createCode, toCodeMac } from './code.js'

export type NewChallenge = {
  readonly caller: Caller
  readonly asker: Asker
  readonly purpose: Purpose
  /** Where the mail goes. */
  readonly email: string
  /** A code at once, or a link first. */
  readonly mails: 'link' | 'code'
  /** When a link of an earlier challenge was approved. */
  readonly approvedAt?: number | undefined
  /** Of a change of the address. */
  readonly change?: { readonly userId: string; readonly id: string; readonly next?: string | undefined } | undefined
}

/** `secret`: the token of the link, or the code. It is kept nowhere. */
export type InsertedChallenge = { readonly id: string; readonly secret: string; readonly expiresAt: number }

/** Adds a challenge that counts once it was mailed. */
export async function insertChallenge(
  custody: Custody,
  { query }: Queryable,
  { caller, asker, purpose, email, mails, approvedAt, change }: NewChallenge,
): Promise<InsertedChallenge> {
  const { keys } = custody
  const now = custody.now()
  const id = randomBytes(16).toString('hex')
  const row = {
    id,
    device_id: caller.deviceId,
    purpose,
    project: caller.project,
    email_index: toEmailIndex(custody, email),
    email: sealEmail(custody, email, id),
    user_id: change?.userId ?? null,
    change_id: change?.id ?? null,
    next_index: change?.next === undefined ? null : toEmailIndex(custody, change.next),
    next_email: change?.next === undefined ? null : sealEmail(custody, change.next, `${id} next`),
    origin: asker.origin,
    browser: asker.browser,
    place: asker.place,
  }
  const isLink = mails === 'link'
  const secret = isLink ? randomBytes(32).toString('base64url') : createCode()
  const expiresAt = now + (isLink ? challengeTimes.link : challengeTimes.code)
  const sealed = {
    ...row,
    state: 'sending',
    link_hash: isLink ? toLinkHash(custody, secret) : null,
    link_expires_at: isLink ? expiresAt : null,
    approved_at: approvedAt ?? null,
    code_mac: isLink ? null : toCodeMac(keys, row, secret),
    code_expires_at: isLink ? null : expiresAt,
    code_claimed_at: null,
    code_sent_at: isLink ? null : now,
    attempts: 0,
    repeats: 0,
    used_at: null,
    created_at: now,
    valid_until: now + challengeTimes.kept,
  }
  const all = { ...sealed, mac: toRowMac(keys, 'challenges', sealed) }
  const names = Object.keys(all)
  const places = names.map((_, index) => `$${index + 1}`)
  await query(`INSERT INTO challenges (${names.join(', ')}) VALUES (${places.join(', ')})`, Object.values(all))
  return { id, secret, expiresAt }
}

export function toLinkHash({ keys }: Pick<Custody, 'keys'>, token: string): Buffer {
  return toMac(keys.tokens, ['link', token])
}
