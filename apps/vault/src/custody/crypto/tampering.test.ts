import { toHex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Visitor } from '../test/createVisitor.js'
import { startWorld, type World } from '../test/startWorld.js'

// an attacker who can write to the database and has an account of their own, but no key
let world: World

let victim: Visitor

let thief: Visitor

const ids: Record<'victim' | 'thief', { user: string; device: string }> = {
  victim: { user: '', device: '' },
  thief: { user: '', device: '' },
}

const write = (text: string, values: readonly unknown[] = []): Promise<unknown> => world.database.query(text, values)

beforeAll(async () => {
  world = await startWorld({ processes: 2 })
})

afterAll(() => world?.stop())

beforeEach(async () => {
  world.move(86_400_000)
  await write('DELETE FROM limit_events')
  const run = String(world.now())
  victim = world.createVisitor()
  thief = world.createVisitor()
  for (const [name, visitor] of [['victim', victim] as const, ['thief', thief] as const]) {
    await world.logIn(visitor, `${name}${run}@mail.example`)
    const rows = await world.database.query<{ user_id: string; device_id: string }>(
      'SELECT user_id, device_id FROM sessions ORDER BY created_at DESC LIMIT 1',
    )
    ids[name] = { user: rows[0]?.user_id ?? '', device: rows[0]?.device_id ?? '' }
  }
})

const codeOf = async (asked: Promise<{ error?: { code: string } | undefined }>): Promise<string> =>
  (await asked).error?.code ?? 'none'

const signAs = async (visitor: Visitor): Promise<string> => {
  const { accounts } = await visitor.get('user.get', {})
  const params = [toHex('mine now'), accounts[0]?.address]
  const asked = await visitor.ask('request.prepare', { method: 'personal_sign', params, chain: 'eip155:1' })
  if (asked.error) return asked.error.code
  return codeOf(visitor.ask('request.sign', { id: asked.result.id, digest: asked.result.digest }))
}

describe('an attacker with write access to the database but no key [C2]', () => {
  test.each<[string, () => Promise<unknown>]>([
    [
      'a session of the victim on their own device',
      () => write('UPDATE sessions SET user_id = $1 WHERE device_id = $2', [ids.victim.user, ids.thief.device]),
    ],
    [
      'the whole session of the victim',
      async () => {
        await write('DELETE FROM sessions WHERE device_id = $1', [ids.thief.device])
        await write('UPDATE sessions SET device_id = $1 WHERE device_id = $2', [ids.thief.device, ids.victim.device])
      },
    ],
    [
      "the victim's wallet as their own",
      async () => {
        await write('DELETE FROM wallets WHERE user_id = $1', [ids.thief.user])
        await write('UPDATE wallets SET user_id = $1 WHERE user_id = $2', [ids.thief.user, ids.victim.user])
      },
    ],
    [
      "the victim's sealed seed in their own wallet",
      () =>
        write(
          'UPDATE wallets SET dek = other.dek, seed = other.seed FROM wallets AS other WHERE wallets.user_id = $1 AND other.user_id = $2',
          [ids.thief.user, ids.victim.user],
        ),
    ],
    [
      'another address for a wallet',
      () => write('UPDATE wallets SET eip155 = $1 WHERE user_id = $2', [`0x${'1'.repeat(40)}`, ids.thief.user]),
    ],
    [
      "the victim's mailbox as their own",
      async () => {
        await write('DELETE FROM identities WHERE user_id = $1', [ids.thief.user])
        await write('UPDATE identities SET user_id = $1 WHERE user_id = $2', [ids.thief.user, ids.victim.user])
      },
    ],
  ])('gains nothing from %s', async (_, tamper) => {
    await tamper()
    const warnings = world.warnings.length
    await expect(signAs(thief)).rejects.toThrow('INTERNAL')
    expect(String(world.warnings.slice(warnings)[0])).toMatch(/changed from outside|no wallet|no identity/)
  })

  test("gains nothing from moving their own key to the victim's device", async () => {
    await write('UPDATE device_keys SET device_id = $1 WHERE device_id = $2', [ids.victim.device, ids.thief.device])
    await write('UPDATE devices SET credential_hash = NULL WHERE id = $1', [ids.victim.device])
    expect(await codeOf(thief.ask('user.get', {}))).toBe('INTERNAL')
  })

  test("gains nothing from moving their own cookie to the victim's device", async () => {
    await write('DELETE FROM device_keys WHERE device_id = $1', [ids.thief.device])
    const [row] = await world.database.query<{ credential_hash: Buffer }>(
      'UPDATE devices SET credential_hash = NULL WHERE id = $1 RETURNING (SELECT credential_hash FROM devices WHERE id = $1)',
      [ids.thief.device],
    )
    await write('UPDATE devices SET credential_hash = $1 WHERE id = $2', [row?.credential_hash, ids.victim.device])
    const again = world.createVisitor({ credential: thief.getCredential() })
    expect(await codeOf(again.ask('hello', {}))).toBe('INTERNAL')
  })

  test("cannot use a code of their own mailbox on a challenge changed to the victim's", async () => {
    await thief.get('hello', {})
    await thief.get('session.end', {})
    const email = `other${world.now()}@mail.example`
    await thief.get('email.start', { email })
    await world.press(world.getMail(email).token)
    await thief.get('email.device', {})
    const { code } = world.getMail(email)
    await write(
      "UPDATE challenges SET email_index = identities.email_index, email = identities.email FROM identities WHERE identities.user_id = $1 AND challenges.device_id = $2 AND challenges.state = 'open'",
      [ids.victim.user, ids.thief.device],
    )
    expect(await codeOf(thief.ask('email.verify', { code }))).toBe('INTERNAL')
  })

  test('cannot make their device a known one of the victim', async () => {
    await thief.get('hello', {})
    await thief.get('session.end', {})
    await write('UPDATE device_users SET user_id = $1 WHERE device_id = $2', [ids.victim.user, ids.thief.device])
    const victimMail = (await victim.get('user.get', {})).email ?? ''
    const before = world.mailbox.getMails(victimMail).length
    expect(await codeOf(thief.ask('email.start', { email: victimMail }))).toBe('INTERNAL')
    expect(world.mailbox.getMails(victimMail)).toHaveLength(before)
  })

  test('cannot have another request signed than the one that was shown', async () => {
    const { accounts } = await victim.get('user.get', {})
    const ask = (text: string) =>
      victim.get('request.prepare', {
        method: 'personal_sign',
        params: [toHex(text), accounts[0]?.address],
        chain: 'eip155:1',
      })
    const [shown, other] = [await ask('harmless'), await ask('harmful')]
    await write(
      'UPDATE approvals SET canonical = other.canonical FROM approvals AS other WHERE approvals.id = $1 AND other.id = $2',
      [shown.id, other.id],
    )
    expect(await codeOf(victim.ask('request.sign', { id: shown.id, digest: shown.digest }))).toBe('INTERNAL')
  })

  /** Starts a login to the victim's mailbox on the thief's device: a link is emailed, which nobody opens. */
  const askForVictim = async (): Promise<string> => {
    const email = (await victim.get('user.get', {})).email ?? ''
    await thief.get('session.end', {})
    expect(await thief.get('email.start', { email })).toMatchObject({ action: 'VERIFY_DEVICE' })
    return email
  }
  const toWrong = (code: string, step: number): string => String((Number(code) + step) % 1_000_000).padStart(6, '0')

  test('cannot approve a link: no code is emailed, and the login fails', async () => {
    const email = await askForVictim()
    const before = world.mailbox.getMails(email).length
    await write("UPDATE challenges SET approved_at = $1 WHERE device_id = $2 AND state = 'open'", [
      ...[world.now(), ids.thief.device],
    ])
    expect(await codeOf(thief.ask('email.device', {}))).toBe('INTERNAL')
    expect(await codeOf(thief.ask('email.verify', { code: '123456' }))).toBe('NO_CHALLENGE')
    world.move(31_000)
    // nor by starting again as if a link had just been approved
    await write('DELETE FROM limit_events')
    expect(await codeOf(thief.ask('email.start', { email }))).toBe('INTERNAL')
    expect(world.mailbox.getMails(email)).toHaveLength(before)
  })

  test.each<[string, string]>([
    ['by resetting its attempts', 'attempts = 0'],
    ['by extending its lifetime', 'code_expires_at = code_expires_at + 600000'],
    ['by reopening a used code', "state = 'open', used_at = NULL, repeats = 0"],
  ])('cannot keep guessing a code %s', async (_, change) => {
    const email = (await victim.get('user.get', {})).email ?? ''
    await victim.get('session.end', {})
    await victim.get('email.start', { email })
    const { code } = world.getMail(email)
    if (change.includes('used_at')) await victim.get('email.verify', { code })
    else expect(await codeOf(victim.ask('email.verify', { code: toWrong(code, 1) }))).toBe('CODE_WRONG')
    await write(`UPDATE challenges SET ${change} WHERE device_id = $1 AND code_mac IS NOT NULL`, [ids.victim.device])
    expect(await codeOf(victim.ask('email.verify', { code }))).toBe('INTERNAL')
  })

  test('gets no more than three guesses per process by restoring whole rows', async () => {
    const email = (await victim.get('user.get', {})).email ?? ''
    await victim.get('session.end', {})
    await victim.get('email.start', { email })
    const { code } = world.getMail(email)
    await write('DROP TABLE IF EXISTS kept')
    await write('CREATE TABLE kept AS SELECT * FROM challenges WHERE device_id = $1', [ids.victim.device])
    const columns = 'attempts, repeats, state, code_expires_at, used_at, mac'
    const replies: string[] = []
    for (let turn = 1; turn <= 20; turn++) {
      replies.push(await codeOf(victim.ask('email.verify', { code: toWrong(code, turn) })))
      await write(
        `UPDATE challenges SET (${columns}) = (SELECT ${columns} FROM kept WHERE kept.id = challenges.id)
         WHERE id IN (SELECT id FROM kept)`,
      )
      await write('DELETE FROM limit_events')
    }
    expect(replies.filter((reply) => reply === 'CODE_WRONG')).toHaveLength(6)
    expect(replies.filter((reply) => reply === 'CODE_SPENT')).toHaveLength(14)
    expect(await codeOf(victim.ask('email.verify', { code }))).toBe('CODE_SPENT')
    await write('DROP TABLE kept')
  })

  test('gets at most ten guesses a day per process with any number of codes for one mailbox', async () => {
    const email = (await victim.get('user.get', {})).email ?? ''
    await victim.get('session.end', {})
    let compared = 0
    for (let turn = 0; turn < 10; turn++) {
      world.move(31_000)
      await write('DELETE FROM limit_events')
      await victim.get('email.start', { email })
      const { code } = world.getMail(email)
      for (let guess = 1; guess <= 3; guess++)
        if ((await codeOf(victim.ask('email.verify', { code: toWrong(code, guess) }))) === 'CODE_WRONG') compared += 1
    }
    expect(compared).toBeLessThanOrEqual(20)
  })

  test('cannot have a request signed more than once per process', async () => {
    const { accounts } = await victim.get('user.get', {})
    const params = [toHex('once'), accounts[0]?.address]
    const { id, digest } = await victim.get('request.prepare', { method: 'personal_sign', params, chain: 'eip155:1' })
    const replies: string[] = []
    for (let turn = 0; turn < 6; turn++) {
      replies.push(await codeOf(victim.ask('request.sign', { id, digest })))
      await write("UPDATE approvals SET state = 'open' WHERE id = $1", [id])
    }
    // each process signs it once at most: the same signature, as the request is the same
    expect(replies.filter((reply) => reply === 'none').length).toBeLessThanOrEqual(2)
    expect(replies.at(-1)).toBe('NO_APPROVAL')
  })

  test('cannot update, delete or truncate the audit log', async () => {
    await expect(write("UPDATE audit SET event = 'x'")).rejects.toThrow('only ever added to')
    await expect(write('DELETE FROM audit')).rejects.toThrow('only ever added to')
    await expect(write('TRUNCATE audit')).rejects.toThrow('only ever added to')
  })
})
