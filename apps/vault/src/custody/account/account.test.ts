import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'
import { base58 } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { Keypair } from '@solana/web3.js'
import { HDNodeWallet } from 'ethers'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SealedPhrase } from '../../protocol/account.js'
import type { DeviceKey } from '../../protocol/statement.js'
import { sealToWindow } from '../crypto/windowSeal.js'
import type { Visitor } from '../test/createVisitor.js'
import { post } from '../test/post.js'
import { startWorld, type World } from '../test/startWorld.js'

const [hour, day] = [3_600_000, 86_400_000]
/** The page of the vault itself. */
const own = 'https://vault.example'

let world: World
beforeAll(async () => {
  world = await startWorld({ processes: 2 })
})
afterAll(() => world?.stop())

async function loggedIn(email: string, origin = own): Promise<Visitor> {
  const visitor = world.createVisitor({ origin })
  await world.logIn(visitor, email)
  return visitor
}
const codeOf = async (asked: Promise<{ error?: { code: string } | undefined }>): Promise<string> =>
  (await asked).error?.code ?? 'none'
const later = async (ms: number, ...visitors: readonly Visitor[]): Promise<void> => {
  world.move(ms)
  for (const visitor of visitors) await visitor.get('hello', {})
}

function createWindowKey(): { readonly key: DeviceKey; readonly open: (phrase: SealedPhrase) => string } {
  const ecdh = createECDH('prime256v1')
  const bytes = ecdh.generateKeys()
  const from = (text: string): Buffer => Buffer.from(text, 'base64url')
  return {
    key: { x: bytes.subarray(1, 33).toString('base64url'), y: bytes.subarray(33).toString('base64url') },
    open: ({ key, nonce, sealed }) => {
      const secret = ecdh.computeSecret(Buffer.concat([Buffer.of(4), from(key.x), from(key.y)]))
      const aes = Buffer.from(hkdfSync('sha256', secret, '', 'latchkey/export/1', 32))
      const [text, tag] = [from(sealed).subarray(0, -16), from(sealed).subarray(-16)]
      const decipher = createDecipheriv('aes-256-gcm', aes, from(nonce)).setAuthTag(tag)
      decipher.setAAD(Buffer.from(JSON.stringify([1, 'export'])))
      return Buffer.concat([decipher.update(text), decipher.final()]).toString()
    },
  }
}

describe('the recovery phrase', () => {
  test('is exported unchanged, followed by the private keys that were imported', async () => {
    const email = 'keys@mail.example'
    const visitor = await loggedIn(email)
    const exported = async (): Promise<readonly string[]> => {
      await later(day, visitor)
      await visitor.get('account.code', { purpose: 'export' })
      const { key, open } = createWindowKey()
      return open(await visitor.get('account.export', { code: world.getMail(email).code, key })).split('\n')
    }
    const bring = async (text: string): Promise<void> => {
      const { key } = await visitor.get('wallets.importKey', {})
      const phrase = sealToWindow(key, { plain: Buffer.from(text), purpose: 'import' })
      await visitor.get('account.code', { purpose: 'import' })
      await visitor.get('wallets.import', { kind: 'key', phrase, code: world.getMail(email).code })
    }
    const [words] = await exported()
    await later(day, visitor)
    const [evm, solana] = [generatePrivateKey(), Keypair.generate()]
    await bring(evm)
    expect(await exported()).toEqual([words, `eip155 ${evm}`])
    await later(day, visitor)
    await bring(JSON.stringify([...solana.secretKey]))
    expect(await exported()).toEqual([words, `eip155 ${evm}`, `solana ${base58.encode(solana.secretKey)}`])
    expect((await visitor.get('user.get', {})).accounts.map(({ address }) => address)).toEqual([
      privateKeyToAddress(evm),
      solana.publicKey.toBase58(),
    ])
  })

  test('derives the same addresses in viem, ethers and a Solana library [C4]', async () => {
    const visitor = await loggedIn('export@mail.example')
    const { accounts } = await visitor.get('user.get', {})
    await later(day, visitor)
    await visitor.get('account.code', { purpose: 'export' })
    const { code, text } = world.getMail('export@mail.example')
    expect(text).toContain('recovery phrase')
    const { key, open } = createWindowKey()
    const phrase = open(await visitor.get('account.export', { code, key }))
    expect(phrase.split(' ')).toHaveLength(12)
    const [evm, solana] = accounts
    expect(mnemonicToAccount(phrase).address).toBe(evm?.address)
    expect(HDNodeWallet.fromPhrase(phrase).address).toBe(evm?.address)
    const seed = mnemonicToSeedSync(phrase)
    // SLIP-10 at m/44'/501'/0'/0', computed here independently of custody's own code
    const { createHmac } = await import('node:crypto')
    let node = createHmac('sha512', 'ed25519 seed').update(seed).digest()
    for (const step of [44, 501, 0, 0]) {
      const index = Buffer.alloc(4)
      index.writeUInt32BE(0x80000000 + step)
      const data = Buffer.concat([Buffer.of(0), node.subarray(0, 32), index])
      node = createHmac('sha512', node.subarray(32)).update(data).digest()
    }
    expect(Keypair.fromSeed(node.subarray(0, 32)).publicKey.toBase58()).toBe(solana?.address)
    expect(HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'/0/0").privateKey).toHaveLength(32)
    await expect
      .poll(() => world.mailbox.getMails('export@mail.example').map(({ subject }) => subject), { timeout: 10_000 })
      .toContain('Your recovery phrase was shown')
    // the code can't be used again for another window key
    const again = createWindowKey()
    expect(await codeOf(visitor.ask('account.export', { code, key: again.key }))).toBe('NO_CHALLENGE')
  })

  test('error: FROZEN on a device that is less than a day old, and no code is emailed', async () => {
    const visitor = await loggedIn('young@mail.example')
    await later(day - 120_000, visitor)
    const before = world.mailbox.getMails('young@mail.example').length
    const { error } = await visitor.ask('account.code', { purpose: 'export' })
    expect(error).toMatchObject({ code: 'FROZEN', retryAfter: 60 })
    expect(error?.message).toContain('new to your wallet')
    expect(world.mailbox.getMails('young@mail.example')).toHaveLength(before)
    expect((await visitor.get('account.get', {})).exportFrom).toBe(world.now() + 60_000)
    await later(60_000, visitor)
    await visitor.get('account.code', { purpose: 'export' })
  })

  test('error: is not exported in an app, with a wrong code or one for another purpose, to an invalid key, or on another device', async () => {
    const { key } = createWindowKey()
    const inApp = await loggedIn('pages@mail.example', 'https://app.example')
    await later(day, inApp)
    for (const asked of [
      inApp.ask('account.code', { purpose: 'export' }),
      inApp.ask('account.export', { code: '123456', key }),
      inApp.ask('seal.add', { factor: { kind: 'code', value: 'A'.repeat(43) } }),
      inApp.ask('seal.remove', { by: 'A'.repeat(43) }),
      inApp.ask('seal.confirm', { id: 'a'.repeat(32), approve: true }),
      inApp.ask('wallets.choose', { id: 'a'.repeat(32) }),
      inApp.ask('recovery.start', { printed: 'x', email: 'a@b.co' }),
    ])
      expect(await codeOf(asked)).toBe('NOT_HERE')
    const visitor = await loggedIn('pages@mail.example')
    await later(day, visitor)
    // outside an app, nothing is signed either
    const sign = { method: 'personal_sign', params: ['0x00', '0x00'], chain: 'eip155:1' }
    expect(await codeOf(visitor.ask('request.prepare', sign))).toBe('NOT_HERE')
    await visitor.get('account.code', { purpose: 'recovery' })
    const other = world.getMail('pages@mail.example').code
    expect(await codeOf(visitor.ask('account.export', { code: other, key }))).toBe('NO_CHALLENGE')
    await later(61_000, visitor)
    await visitor.get('account.code', { purpose: 'export' })
    const { code } = world.getMail('pages@mail.example')
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    expect(await codeOf(visitor.ask('account.export', { code: wrong, key }))).toBe('CODE_WRONG')
    const zero = { x: 'A'.repeat(43), y: 'A'.repeat(43) }
    expect(await codeOf(visitor.ask('account.export', { code, key: zero }))).toBe('INVALID_PARAMS')
    // the code doesn't work on another device of the same user
    world.move(31_000)
    const second = await loggedIn('pages@mail.example')
    expect(await codeOf(second.ask('account.export', { code, key }))).toBe('NO_CHALLENGE')
    expect(await codeOf(world.createVisitor({ origin: own }).ask('account.export', { code, key }))).toBe('NO_DEVICE')
  })

  test('error: FROZEN shortly after the email address was changed', async () => {
    const visitor = await loggedIn('moved@mail.example')
    const app = await loggedIn('moved@mail.example', 'https://app.example')
    await later(2 * day, visitor, app)
    await app.get('update.start', { email: 'moved2@mail.example' })
    await app.get('update.primary', { code: world.getMail('moved@mail.example').code })
    await app.get('update.secondary', { code: world.getMail('moved2@mail.example').code })
    await later(60_000, visitor)
    await visitor.get('email.start', { email: 'moved2@mail.example' })
    await world.press(world.getMail('moved2@mail.example').token)
    await visitor.get('email.device', {})
    await visitor.get('email.verify', { code: world.getMail('moved2@mail.example').code })
    const { error } = await visitor.ask('account.code', { purpose: 'export' })
    expect(error).toMatchObject({ code: 'FROZEN', message: expect.stringContaining('was changed') })
  })
})

describe('a recovery code', () => {
  const print = async (visitor: Visitor, email: string): Promise<string> => {
    await visitor.get('account.code', { purpose: 'recovery' })
    return (await visitor.get('recovery.print', { code: world.getMail(email).code })).printed
  }

  const start = async (visitor: Visitor, printed: string, email: string): Promise<string> => {
    world.move(31_000)
    await visitor.get('recovery.start', { printed, email })
    return world.getMail(email).code
  }
  const move = async (visitor: Visitor, printed: string, email: string): Promise<{ readonly dueAt: number }> =>
    visitor.get('recovery.confirm', { printed, code: await start(visitor, printed, email) })

  test('moves the wallet to another email address after 72 hours, and works once', async () => {
    const visitor = await loggedIn('lost@mail.example')
    const { accounts } = await visitor.get('user.get', {})
    expect(await visitor.get('account.get', {})).toMatchObject({ hasRecoveryCode: false, seal: { isSealed: false } })
    const printed = await print(visitor, 'lost@mail.example')
    expect(await visitor.get('account.get', {})).toMatchObject({ hasRecoveryCode: true })
    const finder = world.createVisitor({ origin: own })
    await finder.get('hello', {})
    const code = await start(finder, printed.toLowerCase(), 'found@mail.example')
    const begun = await finder.get('recovery.confirm', { printed, code })
    expect(begun).toEqual({ dueAt: world.now() + 3 * day })
    // again, as after a lost reply
    expect(await finder.get('recovery.confirm', { printed, code })).toEqual(begun)
    expect(await codeOf(finder.ask('recovery.start', { printed, email: 'found@mail.example' }))).toBe('CODE_WRONG')
    const told = { lost: 'Your wallet moves to another email address', found: 'A wallet moves to your email address' }
    for (const [to, subject] of Object.entries(told))
      await expect
        .poll(() => world.mailbox.getMails(`${to}@mail.example`).map((mail) => mail.subject))
        .toContain(subject)
    await later(71 * hour, visitor, finder)
    await expect(loggedIn('found@mail.example')).rejects.toThrow('on its way')
    expect(await visitor.get('account.get', {})).toMatchObject({ hasRecoveryCode: false, recoveryDueAt: begun.dueAt })
    await later(hour, visitor)
    const owner = await loggedIn('found@mail.example')
    expect(await owner.get('user.get', {})).toMatchObject({ email: 'found@mail.example', accounts })
    expect(await codeOf(visitor.ask('user.get', {}))).toBe('NO_SESSION')
    const stranger = await loggedIn('lost@mail.example')
    expect((await stranger.get('user.get', {})).accounts).not.toEqual(accounts)
  })

  test.each(['link', 'page'] as const)(
    'starts a move that the owner of the old mailbox can cancel (%s)',
    async (way) => {
      const [email, next] = [`keeps-${way}@mail.example`, `thief-${way}@mail.example`]
      const visitor = await loggedIn(email)
      const printed = await print(visitor, email)
      const thief = world.createVisitor({ origin: own })
      await thief.get('hello', {})
      await move(thief, printed, next)
      if (way === 'page') await visitor.get('recovery.cancel', {})
      else {
        const find = (): string | undefined =>
          world.mailbox
            .getMails(email)
            .findLast(({ subject }) => subject === 'Your wallet moves to another email address')
            ?.links.find((link) => link.includes('/notice?'))
        await expect.poll(find).toBeDefined()
        const token = new URL(find() ?? '').searchParams.get('token')
        const reply = await post(world.custodies[1]?.address ?? '', '/notice', { token, act: true, ip: '' })
        expect(reply).toMatchObject({ status: 'done', kind: 'cancel' })
      }
      await later(4 * day, visitor)
      const other = await loggedIn(next)
      expect((await other.get('user.get', {})).accounts).not.toEqual((await visitor.get('user.get', {})).accounts)
    },
  )

  test('reserves the email address: no other wallet moves there, and no other user can add it', async () => {
    const to = 'reserved@mail.example'
    const owner = await loggedIn('first-lost@mail.example')
    const other = await loggedIn('second-lost@mail.example')
    const { accounts } = await owner.get('user.get', {})
    const printed = await print(owner, 'first-lost@mail.example')
    const printedOther = await print(other, 'second-lost@mail.example')
    const finder = world.createVisitor({ origin: own })
    await finder.get('hello', {})
    await move(finder, printed, to)
    await expect(move(finder, printedOther, to)).rejects.toThrow('EMAIL_TAKEN')
    await later(hour, other)
    await other.get('update.start', { email: to })
    await other.get('update.primary', { code: world.getMail('second-lost@mail.example').code })
    expect(await codeOf(other.ask('update.secondary', { code: world.getMail(to).code }))).toBe('EMAIL_TAKEN')
    await later(3 * day, finder)
    expect((await (await loggedIn(to)).get('user.get', {})).accounts).toEqual(accounts)
    // the refused one is not used up
    await move(finder, printedOther, 'elsewhere@mail.example')
  })

  test('error: moves no wallet to a mailbox that has not confirmed it: its owner gets a wallet of their own', async () => {
    const [email, next] = ['mover@mail.example', 'stranger@mail.example']
    const mover = await loggedIn(email)
    const { accounts } = await mover.get('user.get', {})
    const printed = await print(mover, email)
    const code = await start(mover, printed, next)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    expect(await codeOf(mover.ask('recovery.confirm', { printed, code: wrong }))).toBe('CODE_WRONG')
    await later(3 * day, mover)
    const stranger = await loggedIn(next)
    expect((await stranger.get('user.get', {})).accounts).not.toEqual(accounts)
  })

  test('error: is rejected if wrong, of another project, or for an invalid or taken email address, and is not used up', async () => {
    const visitor = await loggedIn('careful@mail.example')
    const printed = await print(visitor, 'careful@mail.example')
    await loggedIn('has@mail.example')
    const finder = world.createVisitor({ origin: own })
    const foreign = world.createVisitor({ origin: own, project: 'other' })
    for (const one of [finder, foreign]) await one.get('hello', {})
    const to = 'new@mail.example'
    for (const wrong of ['', 'AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA', `${printed}A`])
      expect(await codeOf(finder.ask('recovery.start', { printed: wrong, email: to }))).toBe('CODE_WRONG')
    expect(await codeOf(foreign.ask('recovery.start', { printed, email: to }))).toBe('CODE_WRONG')
    await expect(move(finder, printed, 'has@mail.example')).rejects.toThrow('EMAIL_TAKEN')
    expect(await codeOf(finder.ask('recovery.start', { printed, email: 'nobody' }))).toBe('INVALID_EMAIL')
    // none of these attempts used it up
    await move(finder, printed, to)
  })
})
