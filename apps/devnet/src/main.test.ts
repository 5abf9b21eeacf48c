import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, expect, it, vi } from 'vitest'
import { firstLine, isAlive, runSource } from './test/programs.js'

type Ready = {
  readonly ready: boolean
  readonly chains: readonly { id: number; rpcUrl: string; pid: number }[]
  readonly solana?: { rpcUrl: string; caipNetworkId: string }
  readonly bitcoin?: { esploraUrl: string; caipNetworkId: string }
  readonly relayUrl?: string
  readonly walletUrl?: string
}

const start = async (args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) => {
  const main = await runSource({ code: `import './main.js'`, args, env })
  const ready = JSON.parse(await firstLine(main.stdout)) as Ready
  return { main, ready, exit: once(main, 'exit') }
}

describe('main', () => {
  it('prints one line of JSON when the chains are ready', async () => {
    const { main, ready, exit } = await start()
    expect(ready).toMatchObject({ ready: true, chains: [{ id: 31_337 }, { id: 31_338 }] })
    expect([ready.solana, ready.bitcoin]).toEqual([undefined, undefined])
    const more = text(main.stdout)
    main.kill('SIGTERM')
    expect(await exit).toEqual([0, null])
    expect(await more).toBe('')
  })

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('exits cleanly on %s', async (signal) => {
    const { main, ready, exit } = await start(['--chains', '31337', '--ports', '0'])
    main.kill(signal)
    expect(await exit).toEqual([0, null])
    expect(ready.chains.map(({ pid }) => isAlive(pid))).toEqual([false])
  })

  it('exits when stdin closes if DEVNET_STDIN is set', async () => {
    const { main, ready, exit } = await start(['--chains', '31337'], { DEVNET_STDIN: '1' })
    main.stdin.end()
    expect(await exit).toEqual([0, null])
    expect(ready.chains.map(({ pid }) => isAlive(pid))).toEqual([false])
  })

  it('exits with an error when a chain dies, and stops the other one', async () => {
    const { main, ready, exit } = await start()
    const said = text(main.stderr)
    process.kill(ready.chains[0]?.pid ?? 0, 'SIGKILL')
    expect(await exit).toEqual([1, null])
    expect(await said).toContain('Chain 31337 ended by itself')
    await vi.waitFor(() => expect(ready.chains.some(({ pid }) => isAlive(pid))).toBe(false))
  })

  it('starts Solana with --solana', async () => {
    const { main, ready, exit } = await start(['--chains', '31337', '--solana', '0'])
    expect(ready.solana?.caipNetworkId).toMatch(/^solana:\w{32}$/)
    expect((await fetch(ready.solana?.rpcUrl ?? '', { method: 'OPTIONS' })).status).toBe(204)
    main.kill('SIGINT')
    expect(await exit).toEqual([0, null])
  })

  it.runIf(process.env['BITCOIND_PATH'])('starts Bitcoin with --bitcoin', async () => {
    const { main, ready, exit } = await start(['--chains', '31337', '--bitcoin', '0'])
    expect(ready.bitcoin?.caipNetworkId).toMatch(/^bip122:\w{32}$/)
    expect((await fetch(`${ready.bitcoin?.esploraUrl}/blocks/tip/height`)).status).toBe(200)
    main.kill('SIGINT')
    expect(await exit).toEqual([0, null])
  })

  it('starts the relay with --relay', async () => {
    const { main, ready, exit } = await start(['--chains', '31337', '--relay', '0'])
    expect(ready.walletUrl).toBeUndefined()
    const health = `${ready.relayUrl?.replace('ws:', 'http:')}/health`
    expect(await (await fetch(health)).json()).toEqual({ ready: true })
    main.kill('SIGINT')
    expect(await exit).toEqual([0, null])
    await expect(fetch(health)).rejects.toThrow('fetch failed')
  })

  it('rejects an invalid port', async () => {
    const main = await runSource({ code: `import './main.js'`, args: ['--ports', 'eighty'] })
    const said = text(main.stderr)
    expect(await once(main, 'exit')).toEqual([1, null])
    expect(await said).toContain('Not a number: eighty')
  })
})
