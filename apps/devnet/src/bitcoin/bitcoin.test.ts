import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, expect, it, vi } from 'vitest'
import { isPortFree } from '../http/server.js'
import { commandOf, firstLine, isAlive, runningProcesses, runSource } from '../test/programs.js'
import { startBitcoin } from './bitcoin.js'
import { bitcoinDevKey } from './devKeys.js'

const ownChildren = (): number[] =>
  runningProcesses()
    .filter(({ parent }) => parent === process.pid)
    .map(({ pid }) => pid)

/** Where the node keeps its data. */
const findFolder = (pid: number): string => /-datadir=(\S+)/.exec(commandOf(pid))?.[1] ?? ''

const read = async (url: string): Promise<unknown> => (await fetch(url)).json()

describe('bitcoinDevKey', () => {
  it('derives the same keys as wallets from the development phrase', () => {
    expect([0, 1, 2].map((index) => Buffer.from(bitcoinDevKey(index)).toString('hex'))).toEqual([
      'b5c8b4acf7b66682afbc5eef20c3b12998ba3c14a97047c9187454377f1a7856',
      '2ea9ba050147af0a7e5bc697b588ee630552766810398242f3c4b9ce25c3cfd7',
      expect.stringMatching(/^[0-9a-f]{64}$/),
    ])
  })
})

describe('startBitcoin without bitcoind', () => {
  it('rejects with an error that names BITCOIND_PATH, and leaves no temporary folder behind', async () => {
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith('latchkey-bitcoin-'))
    await expect(startBitcoin({ bitcoind: '/no/such/bitcoind' })).rejects.toThrow(/could not be started.*BITCOIND_PATH/)
    // a program that is not bitcoind
    await expect(startBitcoin({ bitcoind: '/bin/false' })).rejects.toThrow('bitcoind is not usable')
    const after = readdirSync(tmpdir()).filter((name) => name.startsWith('latchkey-bitcoin-'))
    expect(after.filter((name) => !before.includes(name))).toEqual([])
  })
})

describe.runIf(process.env['BITCOIND_PATH'])('startBitcoin', () => {
  it('starts the network with funded accounts, and returns its configuration', async () => {
    const bitcoin = await startBitcoin()
    expect(JSON.parse(JSON.stringify(bitcoin.network))).toEqual({
      name: 'Local Bitcoin',
      esploraUrl: `http://127.0.0.1:${bitcoin.port}`,
      caipNetworkId: `bip122:${String(await bitcoin.callNode('getblockhash', [0])).slice(0, 32)}`,
      nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    })
    expect(bitcoin.accounts).toHaveLength(3)
    for (const { payment, ordinal } of bitcoin.accounts) {
      expect(await read(`${bitcoin.esploraUrl}/address/${payment}`)).toMatchObject({
        chain_stats: { funded_txo_count: 3, funded_txo_sum: 1_000_000_000, spent_txo_sum: 0, tx_count: 3 },
      })
      expect(await read(`${bitcoin.esploraUrl}/address/${ordinal}`)).toMatchObject({
        chain_stats: { funded_txo_count: 2, funded_txo_sum: 100_000_000, spent_txo_sum: 0 },
      })
    }
    await bitcoin.stop()
  })

  it('runs beside another network, and uses the preferred port if it is free', async () => {
    const first = await startBitcoin()
    const second = await startBitcoin({ port: first.port })
    expect(second.port).not.toBe(first.port)
    await first.mine(5)
    const height = async (url: string): Promise<number> => Number(await read(`${url}/blocks/tip/height`))
    expect((await height(first.esploraUrl)) - (await height(second.esploraUrl))).toBe(5)
    await first.stop()
    const third = await startBitcoin({ port: first.port })
    expect(third.port).toBe(first.port)
    await Promise.all([second.stop(), third.stop()])
  })

  it('leaves no process, listener or folder behind, however often it is stopped', async () => {
    const exitListeners = process.listenerCount('exit')
    const children = ownChildren()
    const bitcoin = await startBitcoin()
    const folder = findFolder(bitcoin.pid)
    expect(existsSync(folder)).toBe(true)
    await Promise.all([bitcoin.stop(), bitcoin.stop()])
    await bitcoin.stop()
    await bitcoin.exited
    expect(isAlive(bitcoin.pid)).toBe(false)
    expect(existsSync(folder)).toBe(false)
    expect(ownChildren()).toEqual(children)
    expect(process.listenerCount('exit')).toBe(exitListeners)
    expect(await isPortFree(bitcoin.port)).toBe(true)
  })

  it('resolves exited when the node is killed, and answers Esplora requests with 500 from then on', async () => {
    const bitcoin = await startBitcoin()
    process.kill(bitcoin.pid, 'SIGKILL')
    await bitcoin.exited
    expect((await fetch(`${bitcoin.esploraUrl}/blocks/tip/height`)).status).toBe(500)
    await bitcoin.stop()
  })

  it('fails after its deadline', async () => {
    await expect(startBitcoin({ timeoutMs: 0 })).rejects.toThrow('bitcoind is not usable')
  })

  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'stops the node and removes its folder when the parent process is ended by %s',
    async (signal) => {
      const parent = await runSource({
        code: `
        import { startBitcoin } from './bitcoin/bitcoin.js'
        console.log((await startBitcoin()).pid)
      `,
      })
      const pid = Number(await firstLine(parent.stdout))
      const folder = findFolder(pid)
      expect([isAlive(pid), existsSync(folder)]).toEqual([true, true])
      parent.kill(signal)
      await vi.waitFor(() => expect([isAlive(pid), existsSync(folder)]).toEqual([false, false]), { timeout: 5_000 })
    },
  )
})
