import { createHash, randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { Keypair } from '@solana/web3.js'
import { toHex, verifyMessage } from 'viem'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallReply } from '../../protocol/custody.js'
import { sealToWindow } from '../crypto/windowSeal.js'
import { createOperators } from '../test/createOperators.js'
import type { Visitor } from '../test/createVisitor.js'
import { startWorld, type World } from '../test/startWorld.js'

let world: World
beforeAll(async () => {
  world = await startWorld({ processes: 2 })
})
afterAll(() => world?.stop())

const own = 'https://vault.example'
const day = 86_400_000

async function openPage(email: string, project = 'demo'): Promise<Visitor> {
  const page = world.createVisitor({ origin: own, project })
  await world.logIn(page, email)
  return page
}

const createWords = (size: 16 | 32): string => entropyToMnemonic(randomBytes(size), wordlist)

/** As the page does. */
async function seal(page: Visitor, words: string): Promise<ReturnType<typeof sealToWindow>> {
  const { key } = await page.get('wallets.importKey', {})
  return sealToWindow(key, { plain: Buffer.from(words), purpose: 'import' })
}

async function bring(page: Visitor, email: string, words: string, kind?: 'key'): Promise<CallReply<'wallets.import'>> {
  const phrase = await seal(page, words)
  await page.get('account.code', { purpose: 'import' })
  const { code } = world.getMail(email)
  world.move(61_000)
  return page.ask('wallets.import', { phrase, code, kind })
}

const addressOf = async (visitor: Visitor): Promise<string | undefined> =>
  (await visitor.get('user.get', {})).accounts[0]?.address

describe('importing a recovery phrase', () => {
  test.each([16, 32] as const)(
    'of %i bytes of entropy replaces the addresses, signs, and lets the user switch back to the former wallet',
    async (size) => {
      const email = `owner-${size}@mail.example`
      const app = world.createVisitor()
      await world.logIn(app, email)
      const page = await openPage(email)
      const former = await addressOf(page)
      const words = createWords(size)
      expect((await bring(page, email, words)).error).toBeUndefined()
      const { address } = mnemonicToAccount(words)
      expect(await addressOf(app)).toBe(address)
      const message = { method: 'personal_sign', params: [toHex('Hello'), address], chain: 'eip155:1' }
      const { id, digest } = await app.get('request.prepare', message)
      const { result } = await app.get('request.sign', { id, digest })
      expect(await verifyMessage({ address, message: 'Hello', signature: result as `0x${string}` })).toBe(true)
      const subjects = world.mailbox.getMails(email).map(({ subject }) => subject)
      await expect
        .poll(() => world.mailbox.getMails(email).map(({ subject }) => subject))
        .toContain('Your wallet uses imported addresses')
      expect(subjects).not.toContain(words)
      const { formerWallets } = await page.get('account.get', {})
      expect(formerWallets.map(({ addresses }) => addresses[0])).toEqual([former])
      world.move(day)
      for (const visitor of [page, app]) await visitor.get('hello', {})
      await page.get('account.code', { purpose: 'seal' })
      await page.get('wallets.choose', { id: formerWallets[0]?.id ?? '', code: world.getMail(email).code })
      expect(await addressOf(app)).toBe(former)
      world.move(61_000)
      expect((await bring(page, email, words)).error?.message).toBe(
        'Your wallet already has the addresses of these words.',
      )
      expect(await addressOf(app)).toBe(former)
    },
  )

  test('into several wallets lets an operator act only on the user of the named project, or by id', async () => {
    const words = createWords(16)
    const { address } = mnemonicToAccount(words)
    const { run } = createOperators(() => world)
    const findId = async (...options: readonly string[]): Promise<string> =>
      ((await run(['user', ...options])) as { readonly id: string }).id
    const here = await openPage('here@mail.example')
    await bring(here, 'here@mail.example', words)
    expect(await findId(`--user=${address}`)).toBe(await findId('--user=here@mail.example'))
    const there = await openPage('there@mail.example', 'other')
    await bring(there, 'there@mail.example', words)
    await expect(findId(`--user=${address}`)).rejects.toThrow('Name one of them by its id')
    await run(['freeze', `--user=${address}`, '--project=other', '--reason=reported as stolen'])
    expect((await there.ask('account.code', { purpose: 'export' })).error?.code).toBe('WALLET_FROZEN')
    expect((await here.ask('account.code', { purpose: 'export' })).error?.code).not.toBe('WALLET_FROZEN')
    const alike = await openPage('alike@mail.example')
    await bring(alike, 'alike@mail.example', words)
    await expect(findId(`--user=${address}`, '--project=demo')).rejects.toThrow('Name one of them by its id')
  })

  test('leaves no plaintext in the database or in the operator’s warnings', async () => {
    const email = 'secret@mail.example'
    const page = await openPage(email)
    const words = createWords(16)
    await bring(page, email, words)
    const tables = await world.database.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
    )
    const dump: string[] = []
    for (const { name } of tables)
      for (const row of await world.database.query<{ text: string }>(`SELECT t::text AS text FROM "${name}" AS t`))
        dump.push(row.text)
    const all = `${dump.join()}${inspect(world.warnings, { depth: 20 })}`
    const [first = ''] = [words.split(' ').slice(0, 3).join(' ')]
    for (const text of [
      words,
      first,
      Buffer.from(words).toString('hex'),
      createHash('sha256').update(words).digest('hex'),
    ])
      expect(all).not.toContain(text)
  })

  test('error: rejects an invalid phrase, quotes none of its words, and changes nothing', async () => {
    const email = 'wrong@mail.example'
    const page = await openPage(email)
    const before = await addressOf(page)
    const words = createWords(16).split(' ')
    const cases = [
      [words.slice(1).join(' '), 'A recovery phrase has 12 or 24 words; this one has 11.'],
      [['canary', ...words.slice(1)].join(' '), 'Word 1 isn’t a word of recovery phrases. Check its spelling.'],
      [
        Array.from({ length: 12 }, () => 'abandon').join(' '),
        'These words don’t belong together. Check each word and their order.',
      ],
    ] as const
    for (const [text, message] of cases)
      expect((await bring(page, email, text)).error).toEqual({ code: 'INVALID_PARAMS', message })
    expect(await addressOf(page)).toBe(before)
  })

  test('error: rejects a phrase that is sealed for another session, sent by an app, or without a code for importing', async () => {
    const email = 'attacked@mail.example'
    const [page, thief] = [await openPage(email), await openPage('thief@mail.example')]
    const phrase = await seal(page, createWords(16))
    expect((await page.ask('wallets.import', { phrase })).error?.code).toBe('NO_CHALLENGE')
    await thief.get('account.code', { purpose: 'import' })
    const { code } = world.getMail('thief@mail.example')
    expect((await thief.ask('wallets.import', { phrase, code })).error).toEqual({
      code: 'INVALID_PARAMS',
      message: 'This page is out of date. Reload it and try again.',
    })
    const app = world.createVisitor()
    await world.logIn(app, email)
    expect((await app.ask('wallets.import', { phrase })).error?.code).toBe('NOT_HERE')
    // a code for another purpose
    world.move(61_000)
    await page.get('account.code', { purpose: 'recovery' })
    const other = world.getMail(email).code
    expect((await page.ask('wallets.import', { phrase, code: other })).error?.code).toBe('NO_CHALLENGE')
  })

  test('error: FROZEN in a browser that is less than a day old if the user is older', async () => {
    const email = 'old@mail.example'
    await openPage(email)
    world.move(2 * day)
    const thief = await openPage(email)
    expect((await thief.ask('account.code', { purpose: 'import' })).error?.code).toBe('FROZEN')
    const former = await addressOf(thief)
    world.move(day)
    await thief.get('hello', {})
    // the owner was notified a day earlier and could have logged this browser out or frozen the wallet
    expect((await bring(thief, email, createWords(16))).error).toBeUndefined()
    expect(await addressOf(thief)).not.toBe(former)
  })

  test('error: FROZEN for 72 hours after a change of the email address, while that can be undone', async () => {
    const [email, next] = ['moves@mail.example', 'moved@mail.example']
    const page = await openPage(email)
    const phrase = await seal(page, createWords(16))
    await page.get('account.code', { purpose: 'import' })
    const { code } = world.getMail(email)
    world.move(61_000)
    await page.get('update.start', { email: next })
    await page.get('update.primary', { code: world.getMail(email).code })
    await page.get('update.secondary', { code: world.getMail(next).code })
    // a code from before the change doesn't work either
    expect((await page.ask('wallets.import', { phrase, code })).error?.code).toMatch(/^(?:NO_CHALLENGE|FROZEN)$/)
    world.move(2 * day)
    await page.get('hello', {})
    expect((await page.ask('account.code', { purpose: 'import' })).error).toMatchObject({
      code: 'FROZEN',
      retryAfter: 86_400,
    })
    world.move(day)
    await page.get('hello', {})
    expect((await bring(page, next, createWords(16))).error).toBeUndefined()
  })
})

describe('importing a private key', () => {
  test('replaces the account of its namespace and signs with it; keeps the other accounts and the former wallet', async () => {
    const email = 'key@mail.example'
    const app = world.createVisitor()
    await world.logIn(app, email)
    const page = await openPage(email)
    const listOf = async () => (await app.get('user.get', {})).accounts.map(({ address }) => address)
    const before = await listOf()
    const key = generatePrivateKey()
    expect((await bring(page, email, ` ${key.slice(2).toUpperCase()}\n`, 'key')).error).toBeUndefined()
    const address = privateKeyToAddress(key)
    expect(await listOf()).toEqual([address, before[1]])
    const message = { method: 'personal_sign', params: [toHex('Hello'), address], chain: 'eip155:1' }
    const { id, digest } = await app.get('request.prepare', message)
    const { result } = await app.get('request.sign', { id, digest })
    expect(await verifyMessage({ address, message: 'Hello', signature: result as `0x${string}` })).toBe(true)
    // the smart account is that of the key, too
    expect((await app.get('user.get', {})).smartAccount).not.toBe('')
    const own = Keypair.generate()
    expect((await bring(page, email, base58.encode(own.secretKey), 'key')).error).toBeUndefined()
    expect(await listOf()).toEqual([address, own.publicKey.toBase58()])
    const text = Buffer.from('Hello')
    const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    const params = { message: base58.encode(text), pubkey: own.publicKey.toBase58() }
    const asked = await app.get('request.prepare', { method: 'solana_signMessage', params, chain: solana })
    const signed = await app.get('request.sign', { id: asked.id, digest: asked.digest })
    const { signature } = signed.result as { readonly signature: string }
    expect(ed25519.verify(base58.decode(signature), text, own.publicKey.toBytes())).toBe(true)
    expect((await bring(page, email, key, 'key')).error?.message).toBe(
      'Your wallet already has the addresses of this key.',
    )
    const { formerWallets } = await page.get('account.get', {})
    expect(formerWallets.map(({ addresses }) => addresses)).toEqual([before, [address, before[1]]])
    world.move(day)
    for (const visitor of [page, app]) await visitor.get('hello', {})
    await page.get('account.code', { purpose: 'seal' })
    await page.get('wallets.choose', { id: formerWallets[0]?.id ?? '', code: world.getMail(email).code })
    expect(await listOf()).toEqual(before)
  })

  test('error: rejects an invalid key without quoting it, and stores no key in the clear', async () => {
    const email = 'nokey@mail.example'
    const page = await openPage(email)
    const before = await addressOf(page)
    const [key, other] = [generatePrivateKey(), Keypair.generate()]
    const broken = Uint8Array.from(other.secretKey)
    broken[40] = (broken[40] ?? 0) ^ 1
    const cases = [
      [key.slice(0, -1), 'This isn’t a private key of EVM (64 hex digits) or Solana'],
      [`0x${'0'.repeat(64)}`, 'This isn’t a private key of EVM.'],
      [`0x${'f'.repeat(64)}`, 'This isn’t a private key of EVM.'],
      [base58.encode(broken), 'This Solana key doesn’t belong to its own address.'],
      [`[${[...broken].join()},1]`, 'This isn’t a private key of EVM (64 hex digits) or Solana'],
      ['[1, 2, "3"]', 'This isn’t a private key of EVM (64 hex digits) or Solana'],
      [createWords(16), 'This isn’t a private key of EVM (64 hex digits) or Solana'],
    ] as const
    for (const [text, message] of cases) {
      world.move(3 * 3_600_000)
      await page.get('hello', {})
      const { error } = await bring(page, email, text, 'key')
      expect(error).toMatchObject({ code: 'INVALID_PARAMS', message: expect.stringContaining(message) })
      expect(error?.message).not.toContain(text)
    }
    expect((await bring(page, email, key)).error?.message).toMatch(/^A recovery phrase has 12 or 24 words/)
    expect(await addressOf(page)).toBe(before)
    await bring(page, email, key, 'key')
    const dump: string[] = []
    for (const table of ['wallets', 'audit', 'notices', 'outbox'])
      for (const { text } of await world.database.query<{ text: string }>(`SELECT t::text AS text FROM ${table} AS t`))
        dump.push(text)
    expect(`${dump.join()}${inspect(world.warnings, { depth: 20 })}`).not.toContain(key.slice(2))
  })
})
