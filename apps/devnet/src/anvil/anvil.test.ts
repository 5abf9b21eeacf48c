import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { isPortFree } from '../http/server.js'
import { callRpc } from '../rpc/callRpc.js'
import { firstLine, isAlive, type RunningProcess, runningProcesses, runSource } from '../test/programs.js'
import { startAnvil } from './anvil.js'

/** The nodes that this process started, and their watchdogs: other test files may have left some running. */
const ownChildren = (): RunningProcess[] =>
  runningProcesses().filter(({ parent, name }) => parent === process.pid && (name === 'anvil' || name === 'sh'))

describe('startAnvil', () => {
  it('serves the requested chain ID on a free port, and allows requests from any origin', async () => {
    const anvil = await startAnvil({ chainId: 4_242 })
    expect(Number(await callRpc({ url: anvil.url, method: 'eth_chainId' }))).toBe(4_242)
    expect(anvil).toMatchObject({ chainId: 4_242, url: `http://127.0.0.1:${anvil.port}` })
    const preflight = await fetch(anvil.url, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:3000',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type')
    await anvil.stop()
  })

  it('leaves no process and no listener behind, however often it is stopped', async () => {
    const exitListeners = process.listenerCount('exit')
    const before = new Set(ownChildren().map(({ pid }) => pid))
    const newChildren = (): string[] => ownChildren().flatMap(({ pid, name }) => (before.has(pid) ? [] : [name]))
    const anvil = await startAnvil({ chainId: 1 })
    expect(newChildren().toSorted()).toEqual(['anvil', 'sh'])
    await Promise.all([anvil.stop(), anvil.stop()])
    await anvil.stop()
    await anvil.exited
    expect(isAlive(anvil.pid)).toBe(false)
    expect(newChildren()).toEqual([])
    expect(process.listenerCount('exit')).toBe(exitListeners)
    expect(await isPortFree(anvil.port)).toBe(true)
  })

  it('uses the preferred port, or a free one if it is busy', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const { port } = holder.address() as { port: number }
    const beside = await startAnvil({ chainId: 1, port })
    expect(beside.port).not.toBe(port)
    holder.close()
    await once(holder, 'close')
    const preferred = await startAnvil({ chainId: 1, port })
    expect(preferred.port).toBe(port)
    await Promise.all([beside.stop(), preferred.stop()])
  })

  it('does not mistake another node of the same chain on the preferred port for its own', async () => {
    const first = await startAnvil({ chainId: 1 })
    const second = await startAnvil({ chainId: 1, port: first.port })
    expect(second.port).not.toBe(first.port)
    await Promise.all([first.stop(), second.stop()])
  })

  it('rejects with the error output of anvil', async () => {
    await expect(startAnvil({ chainId: 1, args: ['--no-such-flag'] })).rejects.toThrow(/ended at start.*no-such-flag/s)
    await expect(startAnvil({ chainId: 1, state: '/no/such/state.json' })).rejects.toThrow(/ended at start.*state/s)
  })

  it('rejects if the node does not start within the timeout', async () => {
    await expect(startAnvil({ chainId: 1, timeoutMs: 1 })).rejects.toThrow('did not start within 1 ms')
  })

  it('resolves exited when the node is killed', async () => {
    const anvil = await startAnvil({ chainId: 1 })
    process.kill(anvil.pid, 'SIGKILL')
    await anvil.exited
    expect(isAlive(anvil.pid)).toBe(false)
    await anvil.stop()
  })

  it.each(['SIGKILL', 'SIGTERM'] as const)('stops the node when its parent process is ended by %s', async (signal) => {
    const parent = await runSource({
      code: `
        import { startAnvil } from './anvil/anvil.js'
        console.log((await startAnvil({ chainId: 1 })).pid)
      `,
    })
    const pid = Number(await firstLine(parent.stdout))
    expect(isAlive(pid)).toBe(true)
    parent.kill(signal)
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 5_000 })
  })
})
