import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findFreePort, type ProvidedPostgres, providePostgres } from '@latchkey/devnet'
import { createWalletKeys, createWalletPeer, startDapp } from '@latchkey/devnet/wallet'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestRelay, type TestRelay } from './testing/startTestRelay.js'

const isLong = process.env['LATCHKEY_LONG'] !== undefined
const script = new URL('testing/earlierClient.mjs', import.meta.url).pathname

const account = 'eip155:1:0x0000000000000000000000000000000000000001'

type Call = <Result>(method: string, params?: object) => Promise<Result>

// outside of the repository, where all parts of WalletConnect have one version; the licence of these is Apache-2.0
describe.runIf(isLong).each([
  ['sign-client', '2.0.0'],
  ['sign-client', '2.11.0'],
  ['sign-client', '2.13.0'],
  ['web3wallet', '1.16.0'],
])('apps and wallets with @walletconnect/%s %s', (name, version) => {
  let folder: string
  let obstacle: string | undefined
  let postgres: ProvidedPostgres
  let relays: TestRelay[]
  const ends: (() => unknown)[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-clients-'))
    await writeFile(join(folder, 'package.json'), '{ "private": true }')
    const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund', `@walletconnect/${name}@${version}`]
    await promisify(execFile)('npm', words, { cwd: folder }).catch((cause: Error) => {
      obstacle = `${name} ${version} can't be installed: ${cause.message.slice(-200)}`
    })
    postgres = await providePostgres({ databases: ['relay'] })
  }, 300_000)
  beforeEach(async ({ skip }) => {
    skip(obstacle !== undefined, obstacle)
    relays = [await startRelay(await findFreePort()), await startRelay(await findFreePort())]
  })
  afterEach(async () => {
    for (const end of ends.splice(0)) await end()
    await Promise.all((relays ?? []).map(({ stop }) => stop()))
  })
  afterAll(async () => {
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const startRelay = (port: number): Promise<TestRelay> =>
    startTestRelay({
      databaseUrl: postgres.urls['relay'] ?? '',
      env: { RELAY_PORT: `${port}`, RELAY_PUBLIC_URLS: `ws://127.0.0.1:${port}` },
    })
  const open = async (relay: TestRelay | undefined, client: string): Promise<Call> => {
    const child = fork(script, [folder, client, relay?.wsUrl ?? ''], { cwd: folder, execArgv: [] })
    ends.push(() => child.kill())
    const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`The client ended with ${code}.`)))
    await Promise.race([once(child, 'message'), ended])
    ended.catch(() => undefined)
    return createCall(child)
  }

  const pair = async (): Promise<readonly [app: Call, wallet: Call]> => {
    const [app, wallet] = [await open(relays[0], 'sign-client'), await open(relays[1], name)]
    await wallet('pair', { uri: await app('connect') })
    expect(await app('approved')).toEqual([account])
    return [app, wallet]
  }

  test('pair with each other over two processes, and sign', async () => {
    const [app] = await pair()
    expect(await app('sign', { params: ['first'] })).toBe('signed: first')
  })

  test('continue after the process of the wallet was replaced, and ask users once', async ({ skip }) => {
    skip(version === '2.0.0', 'this client does not connect again to a relay that was away')
    const [app, wallet] = await pair()
    await relays[1]?.stop()
    const readPublished = async (): Promise<number> => (await relays[0]?.readMetric('relay_messages_total')) ?? 0
    const published = await readPublished()
    const signature = app('sign', { params: ['second'] })
    await vi.waitFor(async () => expect(await readPublished()).toBe(published + 1))
    relays[1] = await startRelay(Number(new URL(relays[1]?.url ?? '').port))
    expect(await signature).toBe('signed: second')
    expect(await wallet('asked')).toBe(1)
  })

  test('pair with a current wallet, as apps', async () => {
    const app = await open(relays[0], 'sign-client')
    const networks = { evm: [{ id: 1, rpcUrl: 'http://127.0.0.1:1' }] }
    const wallet = await createWalletPeer({ relayUrl: relays[1]?.wsUrl ?? '', keys: createWalletKeys(), networks })
    ends.push(wallet.destroy)
    await wallet.pair(await app('connect'))
    const address = wallet.getState().addresses.eip155 ?? ''
    expect(await app('approved')).toEqual([`eip155:1:${address}`])
    expect(await app('sign', { params: ['0x01', address] })).toMatch(/^0x[0-9a-f]{130}$/)
  })

  test('pair with a current app, as wallets', async ({ skip }) => {
    skip(version === '2.0.0', 'this client ends on proposals of current apps, which require no namespaces')
    const wallet = await open(relays[1], name)
    const dapp = await startDapp({ relayUrl: relays[0]?.wsUrl ?? '' })
    ends.push(dapp.stop)
    const { uri, session } = await dapp.pair(['eip155:1'])
    await wallet('pair', { uri })
    expect((await session).namespaces['eip155']?.accounts).toEqual([account])
    const request = { method: 'personal_sign', params: ['0x01', account.slice(9)] }
    expect(await dapp.provider.request(request, 'eip155:1')).toBe('signed: 0x01')
  })
})

/** Calls the methods of a client's process. Rejects with its errors. */
function createCall(child: ChildProcess): Call {
  let last = 0
  return (method, params = {}) =>
    new Promise((resolve, reject) => {
      const id = ++last
      const onMessage = (reply: { id?: number; result?: never; error?: string }): void => {
        if (reply.id !== id) return
        child.off('message', onMessage)
        if (reply.error === undefined) resolve(reply.result as never)
        else reject(new Error(reply.error))
      }
      child.on('message', onMessage)
      child.send({ id, method, params })
    })
}
