import { rm } from 'node:fs/promises'
import { findFreePort, type ProvidedPostgres, providePostgres } from '@latchkey/devnet'
import { type BundledProgram, bundleProgram, type SpawnedProgram, spawnProgram } from '@latchkey/devnet/programs'
import { createWalletKeys, createWalletPeer, type Dapp, startDapp, type WalletPeer } from '@latchkey/devnet/wallet'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { migrate } from './database.js'
import { toRelayEnv } from './testing/startTestRelay.js'

const chain = 'eip155:31337'

/** Each side uses its own relay process: they share only the database. */
describe('WalletConnect clients at two relay processes', () => {
  let postgres: ProvidedPostgres
  let bundle: BundledProgram
  let relays: SpawnedProgram[]
  let ports: readonly [app: number, wallet: number]
  let wallet: WalletPeer
  let dapp: Dapp
  const toUrl = (port: number): string => `ws://127.0.0.1:${port}`
  const spawnRelay = (port: number): Promise<SpawnedProgram> =>
    spawnProgram(bundle.file, {
      ...toRelayEnv(postgres.urls['relay'] ?? ''),
      RELAY_PORT: `${port}`,
      RELAY_PUBLIC_URLS: toUrl(port),
    })

  beforeAll(async () => {
    ;[postgres, bundle] = await Promise.all([providePostgres({ databases: ['relay'] }), bundleProgram('relay')])
    await migrate(postgres.urls['relay'] ?? '')
  })
  beforeEach(async () => {
    ports = [await findFreePort(), await findFreePort()]
    relays = await Promise.all(ports.map(spawnRelay))
    const networks = { evm: [{ id: 31_337, rpcUrl: 'http://127.0.0.1:1' }] }
    wallet = await createWalletPeer({ relayUrl: toUrl(ports[1]), keys: createWalletKeys(), networks })
    dapp = await startDapp({ relayUrl: toUrl(ports[0]) })
  })
  afterEach(async () => {
    await wallet?.destroy()
    await dapp?.stop()
    await Promise.all(relays.map(({ kill }) => kill('SIGKILL')))
  })
  afterAll(async () => {
    await postgres?.stop()
    if (bundle) await rm(bundle.folder, { recursive: true, force: true })
  })

  const pair = async (): Promise<void> => {
    const { uri, session } = await dapp.pair([chain])
    await wallet.pair(uri)
    const { topic } = await session
    await vi.waitFor(() => expect(wallet.getState().sessions.map((one) => one.topic)).toContain(topic))
  }
  const sign = (text: string): Promise<string> => {
    const address = wallet.getState().addresses.eip155 ?? ''
    return dapp.provider.request(
      { method: 'personal_sign', params: [`0x${Buffer.from(text).toString('hex')}`, address] },
      chain,
    )
  }
  const countPrompts = (): number => wallet.getState().log.filter((line) => line.includes('asks for')).length

  it('pair, and sign concurrent requests', async () => {
    await pair()
    const signatures = await Promise.all(['first', 'second', 'third'].map(sign))
    for (const signature of signatures) expect(signature).toMatch(/^0x[0-9a-f]{130}$/)
    expect(countPrompts()).toBe(3)
  })

  it('continue after a SIGKILL of either relay process, and prompt the user once per request [F25]', async () => {
    await pair()
    for (const [index, port] of ports.entries()) {
      await relays[index]?.kill('SIGKILL')
      const answer = sign(`during the outage of process ${index}`)
      relays[index] = await spawnRelay(port)
      expect(await answer).toMatch(/^0x[0-9a-f]{130}$/)
    }
    expect(countPrompts()).toBe(2)
  })
})
