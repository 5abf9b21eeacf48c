import type { Cacao, SiwxMessageFields, SiwxSession } from '@latchkey/core'
import { type RpcProxy, startAnvil, startRpcProxy } from '@latchkey/devnet'
import { createSignInMessage } from '@solana/wallet-standard-core'
import { SiweMessage } from 'siwe'
import { serializeErc6492Signature } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignInBody } from '../../../test/createTestBrowser.js'
import { createTestServer, type TestServer } from '../../../test/createTestServer.js'
import {
  createBitcoinAccount,
  createEvmAccount,
  createSolanaAccount,
  createTestNetworks,
  type TestAccount,
} from '../../../test/testAccounts.js'
import { createMessage } from '../../message/messageText.js'
import type { SiwxHandlersOptions } from '../siwxHandlers.js'
import { createMemoryNonceStore, type NonceStore } from '../stores/nonceStore.js'
import { createMemorySessionStore, type SessionStore } from '../stores/sessionStore.js'

const accounts = [createEvmAccount(), createSolanaAccount(), createBitcoinAccount()]
const origin = 'https://app.example.org:8443'

describe('a signature that is not the account’s', () => {
  test.each(accounts)('is rejected and uses up the nonce: $chainId', async (account) => {
    const { browser } = createTestServer()
    const signIn = await browser.prepare(account)
    const signature = await account.sign(`${signIn.message} `)
    // an EVM account without a matching key may be a contract, which only a node knows
    const isEvm = account.chainId.startsWith('eip155')
    const reply = await browser.send('verify', { ...signIn, signature: isEvm ? '0x' : signature })
    expect([reply.status, await reply.json()]).toMatchObject([401, { error: 'SIGNATURE_REFUSED', field: 'signature' }])
    const again = await browser.send('verify', signIn)
    expect([again.status, await again.json()]).toMatchObject([401, { error: 'NONCE_REFUSED', field: 'nonce' }])
  })
})

describe('one nonce', () => {
  test('used twenty times at once is accepted exactly once', async () => {
    const { browser, createBrowser } = createTestServer()
    const signIn = await browser.prepare(createSolanaAccount())
    const replies = await Promise.all(Array.from({ length: 20 }, () => createBrowser().send('verify', signIn)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 401)])
  })

  test('is not looked up in the store if its format is invalid', async () => {
    const nonces: NonceStore = { ...createMemoryNonceStore(), find: () => Promise.reject(new Error('asked')) }
    const { browser } = createTestServer({ nonces })
    const signIn = await browser.prepare(createSolanaAccount())
    for (const nonce of ['a\0b', 'x'.repeat(65), "' OR 1=1"]) {
      const reply = await browser.send('verify', { ...signIn, data: { ...signIn.data, nonce } })
      expect([reply.status, await reply.json()]).toMatchObject([401, { error: 'NONCE_REFUSED' }])
    }
  })

  test('responds with 503 if the store fails, and reports the cause only to the operator', async () => {
    const nonces: NonceStore = {
      ...createMemoryNonceStore(),
      create: () => Promise.reject(new Error('password=secret')),
    }
    const { browser, warnings } = createTestServer({ nonces })
    const reply = await browser.send('nonce', {})
    expect([reply.status, reply.headers.get('retry-after'), await reply.text()]).toEqual([
      503,
      '5',
      expect.not.stringContaining('secret'),
    ])
    expect(warnings).toMatchObject([{ status: 503, cause: { message: 'password=secret' } }])
  })

  test('stays valid if the session store fails with 503, and the same signature is accepted later', async () => {
    const sessions = createMemorySessionStore({ now: () => 0 })
    let isDown = true
    const add: SessionStore['add'] = (request) => (isDown ? Promise.reject(new Error('down')) : sessions.add(request))
    const { browser, warnings } = createTestServer({ sessions: { ...sessions, add } })
    const signIn = await browser.prepare(createSolanaAccount())
    const reply = await browser.send('verify', signIn)
    expect([reply.status, await reply.json()]).toMatchObject([503, { error: 'UNAVAILABLE' }])
    expect([warnings, await browser.list()]).toMatchObject([[{ cause: { message: 'down' } }], []])
    isDown = false
    expect((await browser.send('verify', signIn)).status).toBe(200)
    expect((await browser.send('verify', signIn)).status).toBe(401)
    expect(await browser.list()).toHaveLength(1)
  })
})

describe('messages of other libraries', () => {
  test('accepts a message of siwe, which also parses ours', async () => {
    const { browser } = createTestServer()
    const account = createEvmAccount()
    const asked = await browser.ask()
    const siwe = new SiweMessage({
      domain: 'app.example.org:8443',
      address: account.address,
      statement: 'Sign in to the club.',
      uri: `${origin}/login`,
      version: '1',
      chainId: 31_337,
      ...asked,
      resources: ['https://app.example.org/terms'],
    })
    const message = siwe.prepareMessage()
    const { domain, uri, version, statement, resources } = siwe
    const fields = {
      domain,
      uri,
      version,
      statement,
      resources,
      accountAddress: account.address,
      chainId: account.chainId,
    }
    const signIn = { data: { ...asked, ...fields }, message, signature: await account.sign(message) }
    const reply = await browser.send('verify', signIn)
    expect([reply.status, await reply.json()]).toMatchObject([200, { session: { by: 'key' } }])
    const own = await browser.prepare(account, { statement: 'Sign in to the club.' })
    expect(new SiweMessage(own.message).nonce).toBe(own.data.nonce)
  })

  test('accepts the text of a wallet that signs in with the Wallet Standard', async () => {
    const { browser } = createTestServer()
    const account = createSolanaAccount()
    const asked = await browser.ask()
    const fields = {
      domain: 'app.example.org:8443',
      uri: `${origin}/`,
      version: '1',
      statement: 'Grüße',
      chainId: account.chainId,
    }
    const bytes = createSignInMessage({ ...asked, ...fields, address: account.address })
    const message = new TextDecoder().decode(bytes)
    const data = { ...asked, ...fields, accountAddress: account.address }
    const reply = await browser.send('verify', { data, message, signature: await account.sign(message) })
    expect(reply.status).toBe(200)
  })
})

/** The sign-in of a wallet that signed while it connected. */
function withCacao(signIn: SignInBody): SiwxSession & { readonly cacao: Cacao } {
  const {
    domain,
    uri: aud,
    version,
    nonce,
    issuedAt: iat = '',
    expirationTime: exp,
    requestId,
    statement,
  } = signIn.data
  const iss = `did:pkh:${signIn.data.chainId}:${signIn.data.accountAddress}`
  const p = { iss, aud, domain, version, nonce, iat, exp, requestId, statement }
  return { ...signIn, cacao: { h: { t: 'caip122' }, p, s: { t: 'eip191', s: signIn.signature } } }
}

describe('a CACAO of a wallet that signed while connecting', () => {
  const prepare = async (
    fields: Partial<SiwxMessageFields> = {},
    options: Partial<SiwxHandlersOptions> = {},
  ): Promise<{ server: TestServer; signIn: SiwxSession & { cacao: Cacao } }> => {
    const server = createTestServer(options)
    const signIn = await server.browser.prepare(createEvmAccount(), { statement: 'Sign in to the club.', ...fields })
    return { server, signIn: withCacao(signIn) }
  }

  test('is verified like any signature, and stored', async () => {
    const { server, signIn } = await prepare()
    expect((await server.browser.send('verify', signIn)).status).toBe(200)
    expect(await server.browser.list()).toMatchObject([{ cacao: JSON.parse(JSON.stringify(signIn.cacao)), by: 'key' }])
  })

  const omitted = { expirationTime: undefined, requestId: undefined }

  test('may omit fields that EIP-4361 makes optional, and expires at the server’s time', async () => {
    const { server, signIn } = await prepare(omitted)
    expect(signIn.message).not.toMatch(/Expiration Time|Request ID/)
    const reply = await server.browser.send('verify', signIn)
    expect([reply.status, await reply.json()]).toMatchObject([
      200,
      { session: { expirationTime: '2030-01-08T00:00:00.000Z' } },
    ])
    server.wait(7 * 86_400_000 - 1)
    expect(await server.browser.list()).toHaveLength(1)
    server.wait(1)
    expect(await server.browser.list()).toEqual([])
  })

  test('error: is rejected without a field that the server requires, or with another value than requested', async () => {
    const [strict, other] = [await prepare(omitted, { mayOmit: ['requestId'] }), await prepare({ requestId: 'other' })]
    for (const [{ server, signIn }, field] of [
      [strict, 'expirationTime'],
      [other, 'requestId'],
    ] as const) {
      const reply = await server.browser.send('verify', signIn)
      expect([reply.status, await reply.json()]).toMatchObject([401, { error: 'MESSAGE_REFUSED', field }])
    }
    // a text written by the page must not omit these fields
    const { server, signIn } = await prepare(omitted)
    const { cacao: _, ...plain } = signIn
    expect((await server.browser.send('verify', plain)).status).toBe(401)
  })

  test('error: is rejected if it differs from its text', async () => {
    const { server, signIn } = await prepare()
    const { cacao } = signIn
    const others: readonly (readonly [Cacao, string])[] = [
      [{ ...cacao, p: { ...cacao.p, aud: 'https://evil.example' } }, 'message'],
      [{ ...cacao, p: { ...cacao.p, statement: undefined } }, 'message'],
      [{ ...cacao, p: { ...cacao.p, iss: 'did:pkh:eip155:1:0x00' } }, 'message'],
      [{ ...cacao, p: { ...cacao.p, iss: 'nobody' } }, 'chainId'],
      [{ ...cacao, s: { ...cacao.s, s: '0x00' } }, 'signature'],
    ]
    for (const [other, field] of others) {
      const reply = await server.browser.send('verify', { ...signIn, cacao: other })
      expect([field, reply.status, await reply.json()]).toMatchObject([field, 401, { error: 'MESSAGE_REFUSED' }])
    }
    expect((await server.browser.send('verify', { ...signIn, cacao: { h: {}, p: {}, s: {} } })).status).toBe(400)
    expect((await server.browser.send('verify', signIn)).status).toBe(200)
  })
})

describe('the checksum of an address [EIP-55]', () => {
  const account = createEvmAccount()
  const swapCase = (text: string): string =>
    text.replace(/[a-f]/gi, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))

  test('is correct, or missing in a text that the wallet wrote while connecting', async () => {
    for (const address of [account.address, account.address.toLowerCase()]) {
      const { browser } = createTestServer()
      const signIn = await browser.prepare({ ...account, address })
      expect((await browser.send('verify', withCacao(signIn))).status).toBe(200)
    }
    const { browser } = createTestServer()
    expect((await browser.signIn(account)).status).toBe(200)
  })

  test.each([
    ['missing', account.address.toLowerCase()],
    ['in one letter', account.address.replace(/[A-F]/, (letter) => letter.toLowerCase())],
    ['in all letters', `0x${swapCase(account.address.slice(2))}`],
    ['in capitals', `0x${account.address.slice(2).toUpperCase()}`],
  ])('error: is rejected in a text of the page if it is wrong (%s)', async (_, address) => {
    const { browser } = createTestServer()
    const reply = await browser.signIn({ ...account, address })
    expect([reply.status, await reply.json()]).toMatchObject([401, { error: 'SIGNATURE_REFUSED' }])
    expect(await browser.list()).toEqual([])
  })
})

describe('contracts', () => {
  /** Runtime code, by its response to a signature check. */
  const codes = {
    accepts: `0x7f1626ba7e${'00'.repeat(28)}60005260206000f3`,
    denies: '0x60006000f3',
    reverts: '0x60006000fd',
    loops: '0x5b600056',
    floods: '0x621000006000f3',
  } as const
  const toAddress = (name: keyof typeof codes): `0x${string}` =>
    `0x${String(Object.keys(codes).indexOf(name) + 1).repeat(40)}`

  let anvil: Awaited<ReturnType<typeof startAnvil>>
  let proxy: RpcProxy
  beforeAll(async () => {
    anvil = await startAnvil({ chainId: 31_337 })
    proxy = await startRpcProxy({ rpcUrl: anvil.url })
    for (const name of Object.keys(codes)) await deploy(anvil.url, name as keyof typeof codes)
  })
  const deploy = async (rpcUrl: string, name: keyof typeof codes): Promise<void> => {
    const body = { jsonrpc: '2.0', id: 1, method: 'anvil_setCode', params: [toAddress(name), codes[name]] }
    const headers = { 'content-type': 'application/json' }
    await fetch(rpcUrl, { method: 'POST', headers, body: JSON.stringify(body) })
  }
  afterAll(async () => {
    await proxy?.stop()
    await anvil?.stop()
  })

  const account = (name: keyof typeof codes, signature: string = `0x${'11'.repeat(65)}`): TestAccount => ({
    chainId: 'eip155:31337',
    address: toAddress(name),
    sign: async () => signature,
  })
  const createServer = (): TestServer => createTestServer({ rpcUrl: proxy.url })

  test('a contract that accepts the signature is signed in on its own chain only', async () => {
    const { browser } = createServer()
    const reply = await browser.signIn(account('accepts'))
    expect([reply.status, await reply.json()]).toMatchObject([
      200,
      { session: { by: 'contract', chainId: 'eip155:31337' } },
    ])
    expect(await browser.list('?chainId=eip155:31337')).toHaveLength(1)
    expect(await browser.list('?chainId=eip155:31338')).toEqual([])
  })

  describe('that sign for several networks while connecting', () => {
    let second: Awaited<ReturnType<typeof startAnvil>>
    beforeAll(async () => {
      second = await startAnvil({ chainId: 31_338 })
      await deploy(second.url, 'accepts')
    })
    afterAll(() => second?.stop())

    type Signed = { readonly server: TestServer; readonly main: SiwxSession; readonly other: SiwxSession }

    const sign = async (name: keyof typeof codes = 'accepts'): Promise<Signed> => {
      const [here, there] = [createTestNetworks(anvil.url)[0], createTestNetworks(second.url)[1]]
      const server = createTestServer({ networks: [here, there].filter((network) => network !== undefined) })
      const main = await server.browser.prepare(account(name))
      const { toString: toText, ...data } = createMessage({ ...main.data, chainId: 'eip155:31338' })
      const message = toText()
      const other = { data, message, signature: main.signature }
      return { server, main: withCacao(main), other: withCacao(other) }
    }
    const refused = { error: 'NONCE_REFUSED', field: 'nonce' }

    test('are signed in on all of them with one request, and no text is accepted again', async () => {
      const { server, main, other } = await sign()
      const { browser, createBrowser } = server
      expect((await browser.send('verify', { ...main, others: [other] })).status).toBe(200)
      expect(await browser.list()).toMatchObject([
        { data: { chainId: 'eip155:31337' }, by: 'contract' },
        { data: { chainId: 'eip155:31338' }, by: 'contract' },
      ])
      for (const body of [main, other, { ...main, others: [other] }, { ...other, others: [main] }]) {
        const thief = createBrowser()
        const reply = await thief.send('verify', body)
        expect([reply.status, await reply.json(), await thief.list()]).toMatchObject([401, refused, []])
      }
    })

    test('are signed in by exactly one of twenty such requests at once', async () => {
      const { server, main, other } = await sign()
      const bodies = Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0 ? { ...main, others: [other] } : { ...other, others: [main] },
      )
      const browsers = bodies.map(() => server.createBrowser())
      const replies = await Promise.all(browsers.map((browser, index) => browser.send('verify', bodies[index])))
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      const lists = await Promise.all(browsers.map((browser) => browser.list()))
      expect(lists.flat().map(({ data }) => data.chainId)).toHaveLength(2)
    })

    test('error: cannot complete a request without the others by another request', async () => {
      const { server, main, other } = await sign()
      expect((await server.browser.send('verify', main)).status).toBe(200)
      const reply = await server.browser.send('verify', other)
      expect([reply.status, await reply.json()]).toMatchObject([401, refused])
      expect(await server.browser.list()).toMatchObject([{ data: { chainId: 'eip155:31337' } }])
    })

    test('are not signed in where the text is invalid', async () => {
      const [changed, forged] = [await sign(), await sign('denies')]
      const text = { ...changed.other, message: changed.other.message.replace('31338', '1') }
      expect((await changed.server.browser.send('verify', { ...changed.main, others: [text] })).status).toBe(200)
      expect(await changed.server.browser.list()).toMatchObject([{ data: { chainId: 'eip155:31337' } }])
      const reply = await forged.server.browser.send('verify', { ...forged.main, others: [forged.other] })
      expect([reply.status, await reply.json()]).toMatchObject([401, { error: 'SIGNATURE_REFUSED' }])
      expect(await forged.server.browser.list()).toEqual([])
    })

    test('error: must not send others with another account or nonce, a repeated network, or no CACAO', async () => {
      const { server, main, other } = await sign()
      const { cacao: _, ...plain } = other
      const { cacao: __, ...plainMain } = main
      const bodies: readonly object[] = [
        { ...main, others: [{ ...other, data: { ...other.data, accountAddress: toAddress('denies') } }] },
        { ...main, others: [{ ...other, data: { ...other.data, nonce: 'another0nonce' } }] },
        { ...main, others: [main] },
        { ...main, others: [other, other] },
        { ...main, others: [plain] },
        { ...plainMain, others: [other] },
        { ...main, others: 'all' },
        { ...main, others: [null] },
        { ...main, others: Array.from({ length: 51 }, () => null) },
      ]
      for (const body of bodies) expect((await server.browser.send('verify', body)).status).toBe(400)
      expect((await server.browser.send('verify', { ...main, others: [other] })).status).toBe(200)
    })
  })

  test.each(['denies', 'reverts', 'loops', 'floods'] as const)(
    'rejects a contract that %s in bounded time',
    async (name) => {
      const { browser } = createServer()
      const reply = await browser.signIn(account(name))
      expect([reply.status, await reply.json()]).toMatchObject([401, { error: 'SIGNATURE_REFUSED' }])
    },
  )

  test.each(['accepts', 'reverts', 'loops', 'floods'] as const)(
    'accepts no signature for an address without code if a hostile factory %s',
    async (name) => {
      const { browser } = createServer()
      const signature = serializeErc6492Signature({
        address: toAddress(name),
        data: '0x1234',
        signature: `0x${'11'.repeat(65)}`,
      })
      const address = '0x00000000000000000000000000000000000abcde'
      const reply = await browser.signIn({ ...account('denies', signature), address })
      expect([reply.status, await reply.json()]).toMatchObject([401, { error: 'SIGNATURE_REFUSED' }])
    },
  )

  test('responds with 503 if the RPC node does not respond, and accepts the same signature later', async () => {
    const { browser, warnings } = createTestServer({ rpcUrl: proxy.url, durations: { check: 1_500 } })
    const signIn = await browser.prepare(account('accepts'))
    await proxy.stop()
    const reply = await browser.send('verify', signIn)
    expect([reply.status, reply.headers.get('retry-after'), await reply.json()]).toMatchObject([
      503,
      '5',
      { error: 'UNAVAILABLE' },
    ])
    expect(warnings).toHaveLength(1)
    expect(await browser.list()).toEqual([])
    proxy = await startRpcProxy({ rpcUrl: anvil.url, port: proxy.port })
    expect((await browser.send('verify', signIn)).status).toBe(200)
  })
})
