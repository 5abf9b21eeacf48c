import { compileContracts, deployContract, devAccount, devPrivateKey } from '@latchkey/devnet'
import {
  type Address,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  namehash,
  parseAbi,
  zeroAddress,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from './database/database.js'
import type { RunningGateway } from './startGateway.js'
import { sendCall } from './test/localCalls.js'
import { type Acts, ask, type Reply, startActs } from './test/world.js'

const alice = privateKeyToAccount(devPrivateKey(0))
const bob = privateKeyToAccount(devPrivateKey(1))
const localCoin = 0x8000_0000 + 31_337

let acts: Acts
let gateway: RunningGateway
let other: RunningGateway
let contracts: ReturnType<typeof compileContracts>
let ens: Address
const deploy = (name: string, ...args: readonly unknown[]): Promise<Address> => {
  const contract = contracts[name]
  if (!contract) throw new Error(`There is no ${name}.`)
  return deployContract({ rpcUrl: acts.devnet.chains[0].rpcUrl, args, ...contract })
}

beforeAll(async () => {
  acts = await startActs()
  contracts = compileContracts({ file: new URL('./test/Acts.sol', import.meta.url).pathname })
  ens = await deploy('Ens')
  const projects = {
    shop: {
      features: [{ id: 'onramp', isEnabled: true, config: ['sandbox'] }],
      allowedOrigins: ['https://*.shop.example', 'shop.example'],
      isAnalyticsEnabled: true,
    },
    plain: {},
  }
  gateway = await acts.startGateway({ projects })
  other = await acts.startGateway({
    names: { zone: 'key.example' },
    chains: acts.chains.map((chain) => ({ ...chain, ens: { registry: ens } })),
  })
})
afterAll(() => acts?.stop())

const appOrigin = 'https://app.example'

type Claim = {
  readonly name: string
  readonly by?: Pick<typeof alice, 'address' | 'signMessage'>
  readonly attributes?: object
  readonly timestamp?: number
  /** Other fields of the signed message. */
  readonly terms?: object
  readonly origin?: string | undefined
  readonly change?: object
  readonly at?: RunningGateway
}
const register = async ({
  name,
  by = alice,
  attributes = {},
  timestamp = Math.floor(acts.clock.now / 1_000),
  terms,
  change,
  origin = appOrigin,
  at = gateway,
}: Claim): Promise<Reply> => {
  const own = { domain: appOrigin, chainId: 'eip155:31337', timestamp, expiresAt: timestamp + 300 }
  const message = JSON.stringify({ name, attributes, ...own, ...terms })
  const signature = await by.signMessage({ message })
  const body = { coin_type: localCoin, address: by.address, message, signature, ...change }
  return ask(at, '/v1/profile/account', body, origin === '' ? {} : { origin })
}

describe('names', () => {
  test('are registered for their signer, found by name and by address, and suggested as taken [S7.13] [S7.14] [S7.15] [S7.16]', async () => {
    const attributes = { avatar: 'https://pictures.example/alice.png', bio: 'Hello' }
    expect(await register({ name: 'Alice', attributes })).toMatchObject({ status: 200, body: { success: true } })
    const created = new Date(acts.clock.now).toISOString()
    const profile = {
      name: 'alice',
      addresses: {
        [localCoin]: { address: alice.address, created },
        // the address of a key is the same on every EVM chain
        [0x8000_0000]: { address: alice.address, created },
      },
      attributes: [attributes],
    }
    expect((await ask(gateway, '/v1/profile/account/ALICE?apiVersion=2')).body).toEqual(profile)
    expect((await ask(gateway, `/v1/profile/reverse/${alice.address.toLowerCase()}`)).body).toEqual([profile])
    const { body } = await ask(gateway, '/v1/profile/suggestions/alice?zone=')
    const { suggestions } = body as { suggestions: readonly { name: string; registered: boolean }[] }
    expect(suggestions[0]).toEqual({ name: 'alice', registered: true })
    expect(suggestions.slice(1).map(({ registered }) => registered)).toEqual([false, false, false, false])
    expect((await ask(gateway, '/v1/profile/account/nobody')).status).toBe(404)
    expect((await ask(gateway, `/v1/profile/reverse/${bob.address}`)).body).toEqual([])
  })

  test('with a zone, a name is returned and looked up with its suffix', async () => {
    expect(await ask(other, '/v1/profile/account/alice.key.example')).toMatchObject({
      status: 200,
      body: { name: 'alice.key.example' },
    })
    expect((await ask(other, '/v1/profile/account/alice.other.example')).status).toBe(400)
  })

  test('the owner may sign again, and the most recently signed attributes apply', async () => {
    acts.clock.now += 1_000
    const seconds = Math.floor(acts.clock.now / 1_000)
    await register({ name: 'again', attributes: { bio: 'new' }, timestamp: seconds })
    expect((await register({ name: 'again', attributes: { bio: 'old' }, timestamp: seconds - 60 })).status).toBe(200)
    const { body } = await ask(gateway, '/v1/profile/account/again')
    expect(body).toMatchObject({ attributes: [{ bio: 'new' }] })
  })

  test('only one of many concurrent claims of a name at two gateways succeeds', async () => {
    const people = Array.from({ length: 12 }, () => privateKeyToAccount(generatePrivateKey()))
    const replies = await Promise.all(
      people.map((by, index) => register({ name: 'wanted', by, at: index % 2 ? gateway : other })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...people.slice(1).map(() => 409)])
    const winner = people[replies.findIndex(({ status }) => status === 200)]
    const { body } = await ask(gateway, '/v1/profile/account/wanted')
    expect(body).toMatchObject({ addresses: { [localCoin]: { address: winner?.address } } })
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
      status: 'FAILED',
      reasons: [{ name: 'name', description: 'That name is taken.' }],
    })
  })

  test('a contract account registers a name with ERC-1271, which has an address on its own chain only', async () => {
    const address = await deploy('OwnedAccount', alice.address)
    const by = { address, signMessage: alice.signMessage }
    expect((await register({ name: 'contract', by })).status).toBe(200)
    const { body } = await ask(gateway, '/v1/profile/account/contract')
    expect(body).toMatchObject({ addresses: { [localCoin]: { address } } })
    expect(Object.keys((body as { addresses: object }).addresses)).toEqual([String(localCoin)])
    expect((await register({ name: 'stranger', by: { address, signMessage: bob.signMessage } })).status).toBe(401)
  })

  test.each([
    ['a name of three letters [S5.18]', { name: 'abc' }, 400, 'name'],
    ['an underscore [S5.18]', { name: 'a_b_c' }, 400, 'name'],
    ['an accent [S5.18]', { name: 'ééééé' }, 400, 'name'],
    ['dots [S5.18]', { name: '../..' }, 400, 'name'],
    ['300 characters', { name: 'x'.repeat(300) }, 400, 'name'],
    ['a message signed six minutes ago', { timestamp: -360 }, 401, 'message.timestamp'],
    ['a message signed six minutes in the future', { timestamp: 360 }, 401, 'message.timestamp'],
    ['a message for another origin', { terms: { domain: 'https://evil.example' } }, 401, 'message.domain'],
    ['a message that another origin submits', { origin: 'https://evil.example' }, 401, 'message.domain'],
    ['a request without an origin', { origin: '' }, 401, 'message.domain'],
    ['a domain that is not an origin', { terms: { domain: `${appOrigin}/login` } }, 400, 'message.domain'],
    ['a message without a domain', { terms: { domain: undefined } }, 400, 'message.domain'],
    ['a message without a chain ID', { terms: { chainId: undefined } }, 400, 'message.chainId'],
    ['a message for another chain', { terms: { chainId: 'eip155:1' } }, 401, 'message.chainId'],
    ['a message without an expiry', { terms: { expiresAt: undefined } }, 400, 'message.expiresAt'],
    ['a message that expires too late', { terms: { expiresAt: 9_999_999_999 } }, 401, 'message.expiresAt'],
    ['an expired message', { terms: { expiresAt: 1_000 } }, 401, 'message.expiresAt'],
    ['a signature by another account', { change: { address: bob.address } }, 401, 'signature'],
    ['an avatar without HTTPS', { attributes: { avatar: 'javascript:alert(1)' } }, 400, 'message.attributes.avatar'],
    ['a message other than the signed one', { change: { message: '{}' } }, 400, 'message.name'],
    ['a coin type that is not an EVM chain', { change: { coin_type: 501 } }, 400, 'coin_type'],
  ])('error: %s is refused with its reason', async (_, claim, status, name) => {
    const { timestamp, ...rest } = { timestamp: 0, ...claim }
    const reply = await register({
      name: 'refused',
      ...rest,
      timestamp: Math.floor(acts.clock.now / 1_000) + timestamp,
    })
    expect(reply).toMatchObject({ status, body: { status: 'FAILED', reasons: [{ name }] } })
    expect((await ask(gateway, '/v1/profile/account/refused')).status).toBe(404)
  })

  test.each(['abc', 'a_b_c', '%C3%A9%C3%A9%C3%A9%C3%A9', '..%2f..%2fhealth', 'name%00', '%252e%252e', 'x'.repeat(300)])(
    'error: %s in a path is rejected with 400 [T11] [I35]',
    async (name) => {
      for (const kind of ['account', 'suggestions', 'reverse'])
        expect((await ask(gateway, `/v1/profile/${kind}/${name}`)).status).toBe(400)
      for (const path of [`/v1/identity/${name}`, `/v1/sessions/${name}`])
        expect((await ask(gateway, path)).status).toBe(400)
    },
  )
})

describe('identity', () => {
  const setEns = async (node: string, name: string, address: Address, avatar = ''): Promise<void> => {
    const client = createWalletClient({
      account: devAccount(0),
      chain: foundry,
      transport: http(acts.devnet.chains[0].rpcUrl),
    })
    const abi = contracts['Ens']?.abi ?? []
    await client.writeContract({
      address: ens,
      abi,
      functionName: 'set',
      args: [namehash(node), name, address, avatar],
    })
  }
  const reverse = (address: Hex): string => `${address.slice(2).toLowerCase()}.addr.reverse`

  test('is the latest registered name if there is no ENS name, and null if there is neither [S7.3]', async () => {
    acts.clock.now += 1_000
    await register({ name: 'latest', attributes: { avatar: 'https://pictures.example/alice.png' } })
    const reply = await ask(gateway, `/v1/identity/${alice.address}?sender=${bob.address}`)
    expect(reply.body).toEqual({ name: 'latest', avatar: 'https://pictures.example/alice.png' })
    expect(reply.headers.get('cache-control')).toBe('public, max-age=300')
    expect((await ask(gateway, `/v1/identity/${bob.address}`)).body).toEqual({ name: null, avatar: null })
    expect((await ask(gateway, '/v1/identity/7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q')).status).toBe(200)
  })

  test('is the ENS name first, if its forward record matches, with an HTTPS avatar only', async () => {
    const name = async (address: Address): Promise<unknown> => (await ask(other, `/v1/identity/${address}`)).body
    await setEns(reverse(bob.address), 'bob.eth', zeroAddress)
    expect(await name(bob.address)).toEqual({ name: null, avatar: null })
    await setEns('bob.eth', '', alice.address)
    expect(await name(bob.address)).toEqual({ name: null, avatar: null })
    await setEns('bob.eth', '', bob.address, 'data:image/svg+xml,<svg/>')
    expect(await name(bob.address)).toEqual({ name: 'bob.eth', avatar: null })
    await setEns('bob.eth', '', bob.address, 'https://pictures.example/bob.png')
    expect(await name(bob.address)).toEqual({ name: 'bob.eth', avatar: 'https://pictures.example/bob.png' })
    // a name that is not normalized
    await setEns(reverse(bob.address), 'Bob.eth', zeroAddress)
    expect(await name(bob.address)).toEqual({ name: null, avatar: null })
    expect(await name(alice.address)).toMatchObject({ name: 'latest.key.example' })
  })
})

describe('sessions', () => {
  const account = `eip155:31337:${alice.address}`
  const path = `/v1/sessions/${encodeURIComponent(account)}`
  const asked = (change: object = {}): object => ({
    expiry: Math.floor(acts.clock.now / 1_000) + 3_600,
    signer: { type: 'keys', data: { ids: ['did:key:z'] } },
    permissions: [{ type: 'contract-call', data: { address: ens } }],
    project: { id: 'shop', name: 'Shop', url: 'https://shop.example' },
    ...change,
  })
  const sign = (verb: string, pci: string, by = alice): Promise<Hex> =>
    by.signMessage({ message: `${verb} session ${pci} of ${account.toLowerCase()}` })
  const create = async (): Promise<string> => ((await ask(gateway, path, asked())).body as { pci: string }).pci
  const activate = async (pci: string, by = alice): Promise<Reply> =>
    ask(gateway, `${path}/activate`, { pci, context: '0x01', signature: await sign('Activate', pci, by) })
  const list = async (): Promise<readonly { pci: string; revokedAt?: number }[]> =>
    ((await ask(other, path)).body as { pcis: [] }).pcis

  test('are listed once the account has signed, and as revoked by all gateways once it has revoked [S7.20] [S7.21]', async () => {
    const pci = await create()
    expect(await list()).toEqual([])
    expect((await activate(pci, bob)).status).toBe(401)
    expect((await activate(pci)).status).toBe(200)
    const seconds = Math.floor(acts.clock.now / 1_000)
    const told = { pci, context: '0x01', createdAt: seconds, expiration: seconds + 3_600, project: { name: 'Shop' } }
    expect(await list()).toEqual([expect.objectContaining({ ...told, project: expect.objectContaining(told.project) })])

    expect((await ask(gateway, `/v1/sessions/${alice.address}`)).body).toEqual({ pcis: await list() })
    const revoke = async (by = alice): Promise<Reply> =>
      ask(gateway, `${path}/revoke`, { pci, signature: await sign('Revoke', pci, by) })
    expect((await revoke(bob)).status).toBe(401)
    expect((await ask(gateway, `${path}/revoke`, { pci, signature: await sign('Activate', pci) })).status).toBe(401)
    expect((await list())[0]).not.toHaveProperty('revokedAt')
    expect([(await revoke()).status, (await list())[0]?.revokedAt]).toEqual([200, seconds])
    expect([(await revoke()).status, (await activate(pci)).status]).toEqual([200, 404])
    const unknown = 'f'.repeat(32)
    const reply = await ask(gateway, `${path}/revoke`, { pci: unknown, signature: await sign('Revoke', unknown) })
    expect(reply.status).toBe(404)
  })

  test('are listed as long as they are active, however many later ones have ended', async () => {
    const pci = await create()
    expect((await activate(pci)).status).toBe(200)
    const database = openDatabase({ url: acts.databaseUrl, warn: () => undefined })
    const copy = `INSERT INTO smart_sessions (pci, address, details, expiration, created_at, activated_at, revoked_at)
      SELECT lpad(n::text, 32, 'f'), address, details, CASE WHEN n % 2 = 0 THEN $2 ELSE expiration END, $2, $2,
        CASE WHEN n % 2 = 0 THEN NULL ELSE $2 END FROM smart_sessions, generate_series(1, 200) AS n WHERE pci = $1`
    await database.query(copy, [pci, acts.clock.now + 1])
    acts.clock.now += 2
    const listed = await list()
    expect(listed).toHaveLength(200)
    expect(listed.at(-1)?.pci).toBe(pci)
    await database.query("DELETE FROM smart_sessions WHERE pci LIKE 'fff%'")
    await database.close()
  })

  test('may use an ID chosen by the wallet, which no other account can claim', async () => {
    const pci = 'c0ffee'.padEnd(32, '0')
    for (const expected of [200, 200]) expect((await ask(gateway, path, asked({ pci }))).status).toBe(expected)
    const bobs = `/v1/sessions/eip155:31337:${bob.address}`
    expect((await ask(other, bobs, asked({ pci }))).status).toBe(409)
    expect((await activate(pci)).status).toBe(200)
    // an active session is never replaced
    expect((await ask(gateway, path, asked({ pci }))).status).toBe(409)
    expect((await list()).map((session) => session.pci)).toContain(pci)
    for (const wrong of ['', 'x', '0xc0ffee', 'A'.repeat(32)])
      expect((await ask(gateway, path, asked({ pci: wrong }))).status).toBe(400)
  })

  test('that are created again with the same ID have the latest creation time and expiry', async () => {
    const [pci, begun] = ['abcdef'.padEnd(32, '0'), acts.clock.now]
    const seconds = Math.floor(begun / 1_000)
    expect((await ask(gateway, path, asked({ pci }))).status).toBe(200)
    acts.clock.now += 890_000
    expect((await ask(gateway, path, asked({ pci, expiry: seconds + 7_200 }))).status).toBe(200)
    acts.clock.now += 890_000
    expect((await activate(pci)).status).toBe(200)
    const own = { createdAt: seconds + 890, expiration: seconds + 7_200 }
    expect(await list()).toContainEqual(expect.objectContaining({ pci, ...own }))
  })

  test('error: are rejected if invalid, and limited to ten a minute per client and account', async () => {
    for (const change of [{ expiry: 1 }, { expiry: 4e9 }, { project: { id: 'x', name: 'y', url: 'javascript:1' } }])
      expect((await ask(gateway, path, asked(change))).status).toBe(400)
    expect((await ask(gateway, '/v1/sessions/solana:x:y', asked())).status).toBe(400)
    expect((await ask(gateway, `/v1/sessions/eip155:5:${alice.address}`, asked())).status).toBe(400)
    acts.clock.now += 60_000
    const bobs = `/v1/sessions/eip155:31337:${bob.address}`
    const replies = await Promise.all(Array.from({ length: 14 }, (_, i) => ask(i % 2 ? gateway : other, bobs, asked())))
    expect(replies.filter(({ status }) => status === 200).length).toBe(10)
    expect(replies.filter(({ status }) => status === 429).length).toBe(4)
    expect((await ask(gateway, path, asked())).status).toBe(200)
    acts.clock.now += 60_000
    expect((await ask(gateway, bobs, asked())).status).toBe(200)
  })

  test('of an account are not blocked by other clients; only if very many are pending, the oldest are dropped', async () => {
    const proxied = await acts.startGateway({ trustsProxy: true })
    /** Creates sessions of alice's account, ten per client. */
    const flood = async (count: number): Promise<void> => {
      const clients = Array.from({ length: count }, (_, index) => `198.51.100.${Math.floor(index / 10)}`)
      const replies = clients.map((client) => ask(proxied, path, asked(), { 'x-forwarded-for': client }))
      for (const { status } of await Promise.all(replies)) expect(status).toBe(200)
    }
    const createAmong = async (count: number): Promise<string> => {
      acts.clock.now += 900_000
      await flood(count)
      acts.clock.now += 60_000
      const pci = await create()
      acts.clock.now += 60_000
      await flood(count)
      return pci
    }
    expect((await activate(await createAmong(199))).status).toBe(200)
    expect((await activate(await createAmong(200))).status).toBe(404)
  })
})

describe('a project', () => {
  test('has features, origins and an analytics switch; an unknown one is answered with 404 [S7.27]', async () => {
    const read = async (path: string): Promise<unknown> => (await ask(gateway, path)).body
    expect(await read('/v1/config?projectId=shop')).toEqual({
      features: [{ id: 'onramp', isEnabled: true, config: ['sandbox'] }],
    })
    expect(await read('/v1/origins?projectId=shop')).toEqual({
      allowedOrigins: ['https://*.shop.example', 'shop.example'],
    })
    expect(await read('/v1/analytics-config?projectId=shop')).toEqual({ isAnalyticsEnabled: true })
    expect(await read('/v1/config?projectId=plain')).toEqual({ features: null })
    expect(await read('/v1/analytics-config?projectId=plain')).toEqual({ isAnalyticsEnabled: false })
    for (const id of ['', 'nobody', '__proto__', 'constructor'])
      expect((await ask(gateway, `/v1/config?projectId=${id}`)).status).toBe(404)
  })

  test('error: prevents the start if its settings are invalid', async () => {
    const projects = { shop: { allowedOrigins: ['https://a.example/path'] } }
    await expect(acts.startGateway({ projects })).rejects.toThrow('is no origin')
  })
})

describe('error reports', () => {
  const report = (eventId: string, change: object = {}): object => ({
    eventId,
    url: 'https://shop.example/cart?session=secret#top',
    domain: 'shop.example',
    timestamp: acts.clock.now,
    props: {
      type: 'error',
      event: 'INTERNAL_SDK_ERROR',
      errorType: 'Error',
      errorMessage: 'No',
      stackTrace: 'at a.js:1:2',
    },
    ...change,
  })
  const send = async (body: unknown, project: string, at = gateway): Promise<number> =>
    (await ask(at, `/e?projectId=${project}&st=latchkey&sv=1`, body)).status

  test('are limited to five a minute per client and project across all gateways', async () => {
    const all = Array.from({ length: 12 }, (_, index) => send(report(`r${index}`), 'shop', index % 2 ? gateway : other))
    expect((await Promise.all(all)).sort()).toEqual([...Array(5).fill(202), ...Array(7).fill(429)])
    expect(await send(report('other'), 'plain')).toBe(202)
    acts.clock.now += 59_999
    expect(await send(report('early'), 'shop')).toBe(429)
    acts.clock.now += 1
    expect(await send(report('late'), 'shop')).toBe(202)
  })

  test('with made-up projects share the space of one project', async () => {
    const database = openDatabase({ url: acts.databaseUrl, warn: () => undefined })
    const insert = `INSERT INTO error_reports SELECT 'made-up-' || n, 'r', '{}', $1 FROM generate_series(1, 10000) AS n`
    await database.query(insert, [acts.clock.now + 86_400_000])
    expect(await send(report('made-up'), 'made-up')).toBe(429)
    expect(await send(report('known'), 'plain')).toBe(202)
    await database.query('DELETE FROM error_reports')
    await database.close()
    expect(await send(report('made-up'), 'made-up')).toBe(202)
  })

  test('error: are rejected if malformed, too large or without a project', async () => {
    for (const body of [
      {},
      report('x y'),
      report('z', { props: { type: 'x' } }),
      report('l', { url: 'x'.repeat(2_001) }),
    ])
      expect(await send(body, 'wrong')).toBe(400)
    expect(await send(report('none'), '')).toBe(400)
    expect(await send(report('zero'), '%00')).toBe(400)
    expect(await send(report('huge', { more: 'x'.repeat(30_000) }), 'wrong')).toBe(413)
  })
})

describe('without a database', () => {
  test.each([
    [undefined, 'NOT_CONFIGURED'],
    ['postgres://nobody@127.0.0.1:9/nothing', 'UNAVAILABLE'],
  ])('%s: stored data is answered with 503, and the rest keeps working', async (databaseUrl, error) => {
    const alone = await acts.startGateway({ databaseUrl })
    const account = encodeURIComponent(`eip155:31337:${alice.address}`)
    for (const path of ['/v1/profile/account/alice', `/v1/profile/reverse/${alice.address}`, `/v1/sessions/${account}`])
      expect(await ask(alone, path)).toMatchObject({ status: 503, body: { error } })
    expect((await register({ name: 'nowhere', at: alone })).status).toBe(503)
    expect((await ask(alone, '/v1/convert/tokens?chainId=eip155:31337')).status).toBe(200)
  })
})

test('an internal transfer of a contract call is in the history of its recipient, unless it was reverted', async () => {
  const [kept, undone] = [
    '0x00000000000000000000000000000000000000a1',
    '0x00000000000000000000000000000000000000a2',
  ] as const
  const { address: from } = devAccount(6)
  const abi = parseAbi(['function split(address kept, address undone) payable'])
  const data = encodeFunctionData({ abi, functionName: 'split', args: [kept, undone] })
  const hash = await sendCall(acts.devnet.chains[0].rpcUrl, { from, to: await deploy('Splitter'), data, value: 4n })
  const history = async (account: string): Promise<readonly object[]> => {
    const { body } = await ask(gateway, `/v1/account/${account}/history?chainId=eip155:31337`)
    return (body as { readonly data: readonly object[] }).data
  }
  const ether = { fungible_info: { name: 'Ether', symbol: 'ETH' } }
  await vi.waitFor(async () => expect(await history(kept)).toHaveLength(1), 20_000)
  expect(await history(kept)).toMatchObject([
    {
      metadata: { hash, operationType: 'receive', sentFrom: from },
      transfers: [{ ...ether, direction: 'in', quantity: { numeric: '0.000000000000000002' } }],
    },
  ])
  expect(await history(undone)).toEqual([])
  const [own] = await history(from)
  expect(own).toMatchObject({ transfers: [{ direction: 'out', quantity: { numeric: '0.000000000000000004' } }] })
})
