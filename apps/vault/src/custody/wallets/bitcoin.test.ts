import { randomBytes } from 'node:crypto'
import { type RunningBitcoin, startBitcoin } from '@latchkey/devnet'
import { base64, hex } from '@scure/base'
import { Psbt } from 'bitcoinjs-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseProjects } from '../../projects/parseProjects.js'
import type { CustodyResult, UserAccount } from '../../protocol/custody.js'
import { toRowMac } from '../crypto/rowMac.js'
import { openKekFile } from '../keys/backends/kekFile.js'
import { openKeys } from '../keys/openKeys.js'
import type { Visitor } from '../test/createVisitor.js'
import { startWorld, type World } from '../test/startWorld.js'
import type { WalletRow } from './wallet.js'

const chain = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const method = 'bip122_signPsbt'
const own = 'https://vault.example'
const day = 86_400_000

let bitcoin: RunningBitcoin
let world: World
let friend: string
let count = 0
beforeAll(async () => {
  bitcoin = await startBitcoin({ mineAfterMs: 20 })
  friend = bitcoin.accounts[0]?.payment ?? ''
  const policies = {
    demo: undefined,
    limits: { assets: { [chain]: { native: { decimals: 8, dailyLimit: '0.01' } } } },
    blocked: { recipients: { block: [`${chain}:${friend.toUpperCase()}`] } },
    listed: { recipients: { allow: [`${chain}:${friend}`] } },
    held: {
      assets: { [chain]: { native: { decimals: 8, price: '60000' } } },
      holdFirstTransfer: { above: '100', hours: 24 },
    },
  }
  const projects = Object.entries(policies).map(([id, policy]) => [
    id,
    { name: id, origins: ['https://app.example'], ...(policy && { policy }) },
  ])
  world = await startWorld({
    processes: 2,
    projects: parseProjects(JSON.stringify(Object.fromEntries(projects))),
    networks: [
      { caipNetworkId: chain, name: 'Bitcoin Regtest', symbol: 'BTC', decimals: 8, rpcUrls: [bitcoin.esploraUrl] },
    ],
  })
})
afterAll(async () => {
  await world?.stop()
  await bitcoin?.stop()
})

type BitcoinAccount = Extract<UserAccount, { readonly namespace: 'bip122' }>
type Owner = Visitor & { readonly payment: BitcoinAccount; readonly ordinal: BitcoinAccount; readonly email: string }

const listOwn = ({ accounts }: { readonly accounts: readonly UserAccount[] }): readonly BitcoinAccount[] =>
  accounts.filter((account) => account.namespace === 'bip122')

async function open(project = 'demo'): Promise<Owner> {
  const visitor = world.createVisitor({ project })
  const email = `bitcoin${count++}@mail.example`
  await world.logIn(visitor, email)
  const [payment, ordinal] = listOwn(await visitor.get('user.get', {}))
  if (!payment || !ordinal) throw new Error('No account on Bitcoin.')
  return { ...visitor, payment, ordinal, email }
}

const explore = async (path: string): Promise<unknown> => (await fetch(`${bitcoin.esploraUrl}${path}`)).json()

type Coin = { readonly account: BitcoinAccount; readonly txid: string; readonly index: number; readonly sats: number }

async function fund(account: BitcoinAccount, sats: number): Promise<Coin> {
  const txid = await bitcoin.fund(account.address, sats)
  const { vout } = (await explore(`/tx/${txid}`)) as { vout: readonly { scriptpubkey_address?: string }[] }
  const index = vout.findIndex((output) => output.scriptpubkey_address === account.address)
  return { account, txid, index, sats }
}

/** Lets Bitcoin Core create a PSBT with the spent outputs, but without the transactions that they come from. */
async function createPsbt(coins: readonly Coin[], outputs: Readonly<Record<string, number>>): Promise<string> {
  const amounts = Object.entries(outputs).map(([address, sats]) => ({ [address]: (sats / 1e8).toFixed(8) }))
  const inputs = coins.map(({ txid, index: vout }) => ({ txid, vout }))
  const psbt = Psbt.fromBase64((await bitcoin.callNode('createpsbt', [inputs, amounts])) as string)
  for (const [index, { account, sats }] of coins.entries()) {
    const { scriptPubKey } = (await bitcoin.callNode('validateaddress', [account.address])) as {
      readonly scriptPubKey: string
    }
    psbt.updateInput(index, { witnessUtxo: { script: hex.decode(scriptPubKey), value: BigInt(sats) } })
  }
  return psbt.toBase64()
}

const prepare = (owner: Owner, psbt: string, more: object = {}) =>
  owner.ask('request.prepare', { method, chain, params: { psbt, ...more } })

async function pay(owner: Owner, psbt: string): Promise<string> {
  const { result, error } = await prepare(owner, psbt)
  if (error) return `shown ${error.code}`
  const signed = await owner.ask('request.sign', { id: result.id, digest: result.digest })
  if (signed.error) return `signed ${signed.error.code}`
  // Bitcoin Core finalizes and verifies it, and takes it
  const done = (signed.result.result as { readonly psbt: string }).psbt
  const { hex: raw, complete } = (await bitcoin.callNode('finalizepsbt', [done])) as {
    readonly hex: string
    readonly complete: boolean
  }
  expect(complete).toBe(true)
  const txid = (await bitcoin.callNode('sendrawtransaction', [raw])) as string
  await bitcoin.mine()
  const { confirmed } = (await explore(`/tx/${txid}/status`)) as { readonly confirmed: boolean }
  return confirmed ? 'mined' : 'pending'
}

describe('a payment on regtest', () => {
  test('from the payment account is shown, signed and mined; custody looks up the transactions that prove its amount', async () => {
    const owner = await open()
    expect(owner.payment).toMatchObject({ chain, path: "m/84'/1'/0'/0/0", address: expect.stringMatching(/^bcrt1q/) })
    const coins = [await fund(owner.payment, 400_000), await fund(owner.payment, 300_000)]
    const psbt = await createPsbt(coins, { [friend]: 500_000, [owner.payment.address]: 199_000 })
    expect(Psbt.fromBase64(psbt).data.inputs[0]?.nonWitnessUtxo).toBeUndefined()
    const { summary } = (await prepare(owner, psbt)).result as CustodyResult<'request.prepare'>
    expect(summary).toMatchObject({
      kind: 'bitcoinTransaction',
      spent: '501000',
      fee: '1000',
      warnings: [],
      outputs: [
        { address: friend, amount: '500000', purpose: null },
        { amount: '199000', purpose: 'payment' },
      ],
    })
    expect(await pay(owner, psbt)).toBe('mined')
  })

  test('from the ordinals account, and from both, is mined', async () => {
    const owner = await open()
    const first = await createPsbt([await fund(owner.ordinal, 100_000)], { [friend]: 99_000 })
    expect(await pay(owner, first)).toBe('mined')
    const coins = [await fund(owner.ordinal, 10_000), await fund(owner.payment, 50_000)]
    const both = await createPsbt(coins, { [owner.ordinal.address]: 10_000, [friend]: 45_000 })
    expect(await pay(owner, both)).toBe('mined')
  })

  test('error: INVALID_PARAMS for a wrong amount of a coin, UNAVAILABLE for a coin that no node knows', async () => {
    const owner = await open()
    const coin = await fund(owner.payment, 200_000)
    const lie = await createPsbt([{ ...coin, sats: 60_000 }], { [friend]: 50_000 })
    expect(await pay(owner, lie)).toBe('shown INVALID_PARAMS')
    const unknown = await createPsbt([{ ...coin, txid: 'ab'.repeat(32) }], { [friend]: 199_000 })
    const { error } = await prepare(owner, unknown)
    expect(error).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 5, message: expect.stringMatching(/amounts/) })
    expect(await pay(owner, await createPsbt([coin], { [friend]: 199_000 }))).toBe('mined')
  })

  test('error: INVALID_PARAMS for coins of another user', async () => {
    const [owner, other] = [await open(), await open()]
    const psbt = await createPsbt([await fund(other.payment, 20_000)], { [friend]: 19_000 })
    expect(await pay(owner, psbt)).toBe('shown INVALID_PARAMS')
    const request = { psbt, signInputs: [{ address: owner.payment.address, index: 0 }] }
    expect((await prepare(owner, psbt, request)).error?.code).toBe('INVALID_PARAMS')
  })
})

describe('the operator’s policy', () => {
  test('counts what leaves the wallet with the fee, but not the change', async () => {
    const owner = await open('limits')
    const coins = [await fund(owner.payment, 3_000_000), await fund(owner.payment, 3_000_000)]
    const back = owner.ordinal.address
    const [first, second] = await Promise.all([
      createPsbt(coins.slice(0, 1), { [friend]: 900_000, [back]: 2_095_000 }),
      createPsbt(coins.slice(1), { [friend]: 96_000, [back]: 2_895_000 }),
    ])
    expect(await pay(owner, first ?? '')).toBe('mined')
    // 905,000 and 105,000 with the fees
    expect(await pay(owner, second ?? '')).toBe('shown SPEND_LIMIT')
    expect(await pay(owner, await createPsbt(coins.slice(1), { [friend]: 90_000, [back]: 2_905_000 }))).toBe('mined')
  })

  test('refuses blocked recipients in any letter case, unlisted ones, and offers that anybody can accept', async () => {
    const blocked = await open('blocked')
    const coin = await fund(blocked.payment, 100_000)
    expect(await pay(blocked, await createPsbt([coin], { [friend]: 99_000 }))).toBe('shown POLICY')
    const listed = await open('listed')
    const other = await fund(listed.payment, 100_000)
    expect(await pay(listed, await createPsbt([other], { [blocked.payment.address]: 99_000 }))).toBe('shown POLICY')
    const psbt = await createPsbt([other], { [listed.payment.address]: 500_000 })
    const signInputs = [{ address: listed.payment.address, index: 0, sighashTypes: [0x83] }]
    expect((await prepare(listed, psbt, { signInputs })).error?.code).toBe('POLICY')
    const rest = { [friend]: 50_000, [listed.ordinal.address]: 49_000 }
    expect(await pay(listed, await createPsbt([other], rest))).toBe('mined')
  })

  test('holds the first large transfer to a recipient', async () => {
    const owner = await open('held')
    const psbt = await createPsbt([await fund(owner.payment, 1_000_000)], { [friend]: 999_000 })
    expect(await pay(owner, psbt)).toBe('signed HELD')
    world.move(day)
    await owner.get('hello', {})
    expect(await pay(owner, psbt)).toBe('mined')
  })
})

describe('a wallet from before Bitcoin support', () => {
  /** Removes the Bitcoin addresses from the row, as in a wallet from before. */
  async function age(eip155: string): Promise<void> {
    const { keys } = await openKeys(world.database, { kek: openKekFile(world.options.kekFile), createsKek: false })
    const [row] = await world.database.query<WalletRow>('SELECT * FROM wallets WHERE eip155 = $1', [eip155])
    if (!row) throw new Error('No wallet.')
    await world.database.query('UPDATE wallets SET bip122 = NULL, mac = $2 WHERE id = $1', [
      row.id,
      toRowMac(keys, 'wallets', { ...row, bip122: null } as never),
    ])
  }
  const addressOf = ({ accounts }: { readonly accounts: readonly UserAccount[] }): string => accounts[0]?.address ?? ''

  test('gets its accounts once when it is used again, with the same addresses as before', async () => {
    const owner = await open()
    const before = await owner.get('user.get', {})
    await age(addressOf(before))
    const calls = await Promise.all(Array.from({ length: 4 }, () => owner.get('user.get', {})))
    for (const user of calls) expect(user).toEqual(before)
    const entries = await world.database.query(
      "SELECT 1 FROM audit WHERE event = 'wallet.extended' AND entry::jsonb ->> 'wallet' = (SELECT id FROM wallets WHERE eip155 = $1)",
      [addressOf(before)],
    )
    expect(entries).toHaveLength(1)
    expect(await pay(owner, await createPsbt([await fund(owner.payment, 20_000)], { [friend]: 19_000 }))).toBe('mined')
  })

  test('shows none while sealed until its owner unlocks it, and never those of another user', async () => {
    const owner = await open()
    const page = world.createVisitor({ origin: own })
    await world.logIn(page, owner.email)
    const later = async (ms: number): Promise<void> => {
      world.move(ms)
      for (const visitor of [owner, page]) await visitor.get('hello', {})
    }
    await later(day)
    await page.get('account.code', { purpose: 'seal' })
    const value = randomBytes(32).toString('base64url')
    const { code } = world.getMail(owner.email)
    await page.get('seal.add', { code, factor: { kind: 'code', value } })
    await later(day)
    const before = await owner.get('user.get', {})
    expect(listOwn(before)).toHaveLength(2)
    await age(addressOf(before))
    expect(listOwn(await owner.get('user.get', {}))).toEqual([])
    const psbt = await createPsbt([await fund(owner.payment, 20_000)], { [friend]: 19_000 })
    expect(await pay(owner, psbt)).toBe('shown LOCKED')
    await owner.get('seal.unlock', { value })
    expect(await owner.get('user.get', {})).toEqual(before)
    expect(await pay(owner, psbt)).toBe('mined')
    // an attacker who can write to the database can't direct payments to their own keys
    const thief = await open()
    await world.database.query(
      'UPDATE wallets SET bip122 = other.bip122 FROM wallets AS other WHERE wallets.eip155 = $1 AND other.eip155 = $2',
      [addressOf(before), addressOf(await thief.get('user.get', {}))],
    )
    expect((await owner.ask('user.get', {})).error?.code).toBe('INTERNAL')
  })
})

test('each of the accounts signs a message', async () => {
  const owner = await open()
  for (const { address } of [owner.payment, owner.ordinal]) {
    const params = { address, message: base64.encode(Buffer.from('Mine')) }
    const asked = await owner.get('request.prepare', { method: 'bip122_signMessage', chain, params })
    expect(asked.summary).toMatchObject({ kind: 'message', account: address })
    const { result } = await owner.get('request.sign', { id: asked.id, digest: asked.digest })
    expect(result).toEqual({ signature: expect.stringMatching(/^[\w+/=]{80,150}$/) })
  }
})
