import { anything, assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { connect } from '../controllers/connection/connect.js'
import { disconnect } from '../controllers/connection/disconnect.js'
import { createTestModal, type TestModal } from '../testing/createTestModal.js'
import { createTestStorage } from '../testing/createTestStorage.js'
import { createTestWallet } from '../testing/createTestWallet.js'
import { cookieToInitialState, toCookieName } from './cookies.js'
import { keepCookie } from './keepCookie.js'

const connectorId = 'org.example.wallet'

/** The cookies of a page, as far as a modal writes them. */
function createJar(protocol = 'https:'): {
  readonly window: Window
  readonly header: () => string
  readonly lines: string[]
} {
  const jar = new Map<string, string>([['theme', 'dark']])
  const lines: string[] = []
  const document = {
    set cookie(line: string) {
      lines.push(line)
      const [pair = ''] = line.split('; ')
      const name = pair.slice(0, pair.indexOf('='))
      if (line.includes('Max-Age=0')) jar.delete(name)
      else jar.set(name, pair.slice(name.length + 1))
    },
  }
  return {
    window: { document, location: { protocol }, addEventListener() {}, removeEventListener() {} } as unknown as Window,
    header: () => [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    lines,
  }
}

const forge = (data: unknown): string => `a=1; latchkey.account=${encodeURIComponent(JSON.stringify(data))}`

const connectionOf = ({ modal }: TestModal): unknown => modal.getState().namespaces.eip155?.connection

test('the server renders the account of the last visit, and so does the page until the wallet responds', async () => {
  const jar = createJar()
  const first = createTestModal({ env: { window: () => jar.window } })
  keepCookie(first.modal)
  await connect(first.modal, { connectorId })
  const { address } = first.wallet.accounts[0]
  const remembered = { status: 'connecting', connectorId, isReconnect: true, address }

  const initialState = cookieToInitialState(jar.header())
  const server = createTestModal({ initialState, isStarted: false, env: { window: () => null, storage: () => null } })
  expect(connectionOf(server)).toEqual(remembered)

  const wallet = createTestWallet()
  wallet.connector.connect = () => new Promise(() => {})
  const page = createTestModal({ initialState, storage: first.storage, wallets: [wallet] })
  expect(page.modal.getInitialState()).toEqual(server.modal.getInitialState())
  expect(connectionOf(page)).toEqual(remembered)

  const answered = createTestModal({ initialState, storage: first.storage, wallets: [first.wallet] })
  await expect.poll(() => connectionOf(answered)).toMatchObject({ status: 'connected' })
})

test.each(['io.metamask#my-fork', 'solana:кошелёк', 'solana:phantom#app'])(
  'the server renders an account of the connector %s',
  async (id) => {
    const jar = createJar()
    const wallet = createTestWallet({ id })
    const first = createTestModal({ wallets: [wallet], env: { window: () => jar.window } })
    keepCookie(first.modal)
    await connect(first.modal, { connectorId: id })
    const server = createTestModal({ initialState: cookieToInitialState(jar.header()), isStarted: false })
    expect(connectionOf(server)).toMatchObject({ status: 'connecting', connectorId: id })
  },
)

test('the cookie is SameSite, contains only ids and addresses, and is removed with the last connection', async () => {
  const jar = createJar()
  const { modal, wallet } = createTestModal({ env: { window: () => jar.window } })
  keepCookie(modal)
  await connect(modal, { connectorId })
  await disconnect(modal)
  const [nothing, written = '', removed] = jar.lines
  expect(nothing).toBe('latchkey.account=; Path=/; Max-Age=0; SameSite=Lax; Secure')
  const [, value = ''] =
    /^latchkey\.account=([^;]*); Path=\/; Max-Age=31536000; SameSite=Lax; Secure$/.exec(written) ?? []
  expect(JSON.parse(decodeURIComponent(value))).toEqual({
    activeNamespace: 'eip155',
    accounts: { eip155: { connectorId, address: wallet.accounts[0].address, caipNetworkId: 'eip155:1' } },
  })
  expect(removed).toBe(nothing)
  expect(jar.header()).toBe('theme=dark')
})

test('writes nothing while a connection is being restored or after it is stopped', async () => {
  const first = createTestModal()
  await connect(first.modal, { connectorId })
  const jar = createJar('http:')
  const again = createTestModal({ storage: first.storage, env: { window: () => jar.window } })
  const stop = keepCookie(again.modal)
  expect(jar.lines).toEqual([])
  await expect.poll(() => jar.lines.length).toBe(1)
  expect(jar.lines[0]).not.toContain('Secure')
  stop()
  await disconnect(again.modal)
  expect(jar.lines).toHaveLength(1)
})

test('an account in the cookie but not in storage is discarded when the modal starts', () => {
  const account = { connectorId, address: '0xabc', caipNetworkId: 'eip155:10' }
  const initialState = cookieToInitialState(forge({ activeNamespace: 'eip155', accounts: { eip155: account } }))
  const seeded = createTestModal({ initialState, isStarted: false })
  expect(seeded.modal.getState().namespaces.eip155?.network.caipNetworkId).toBe('eip155:10')
  seeded.modal.start()
  expect(connectionOf(seeded)).toEqual({ status: 'disconnected' })
})

test('prefers the address in storage over that in the cookie', () => {
  const stored = { connections: { eip155: [{ connectorId: 'late', address: '0xnew', status: 'active' }] } }
  const storage = createTestStorage({ 'latchkey/state': JSON.stringify({ v: 1, data: stored }) })
  const account = { connectorId: 'other', address: '0xold', caipNetworkId: 'eip155:1' }
  const initialState = cookieToInitialState(forge({ accounts: { eip155: account } }))
  const page = createTestModal({ initialState, storage, wallets: [] })
  expect(connectionOf(page)).toEqual({ status: 'connecting', connectorId: 'late', isReconnect: true, address: '0xnew' })
})

test.each<[string, unknown]>([
  ['not an object', 7],
  [
    'a custom namespace without an adapter',
    { accounts: { ton: { connectorId, address: 'a', caipNetworkId: 'ton:1' } } },
  ],
  [
    'a known namespace without an adapter',
    { accounts: { bip122: { connectorId, address: 'a', caipNetworkId: 'bip122:1' } } },
  ],
  ['markup as the address', { accounts: { eip155: { connectorId, address: '<b>', caipNetworkId: 'eip155:1' } } }],
  [
    'an address that is too long',
    { accounts: { eip155: { connectorId, address: 'a'.repeat(131), caipNetworkId: 'eip155:1' } } },
  ],
  [
    'a network of another namespace',
    { accounts: { eip155: { connectorId, address: 'a', caipNetworkId: 'solana:1' } } },
  ],
])('ignores an invalid cookie: %s', (_, data) => {
  const { modal } = createTestModal({ isStarted: false })
  expect(cookieToInitialState(forge(data))(modal.getState())).toEqual(modal.getState())
})

test('reads any cookie header without throwing, and ignores text that it cannot parse', () => {
  const { modal } = createTestModal({ isStarted: false })
  const before = modal.getState()
  assert(
    property(string({ unit: 'binary' }), (text) => {
      expect(cookieToInitialState(`latchkey.account=${text}`)(before)).toEqual(before)
    }),
  )
  assert(
    property(anything(), (data) => {
      const after = cookieToInitialState(forge({ accounts: { eip155: data } }))(before)
      expect(Object.keys(after)).toEqual(Object.keys(before))
    }),
  )
  for (const cookie of [null, undefined, '']) expect(cookieToInitialState(cookie)(before)).toEqual(before)
})

test('two modals on one page use separate cookies', () => {
  const account = { connectorId, address: '0xabc', caipNetworkId: 'eip155:1' }
  const cookie = forge({ accounts: { eip155: account } }).replace('latchkey.account', toCookieName('a shop; 2'))
  const { modal } = createTestModal({ isStarted: false })
  expect(cookieToInitialState(cookie)(modal.getState())).toEqual(modal.getState())
  const seeded = cookieToInitialState(cookie, { id: 'a shop; 2' })(modal.getState())
  expect(seeded.namespaces.eip155?.connection.status).toBe('connecting')
})
