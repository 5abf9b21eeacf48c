import { describe, expect, test, vi } from 'vitest'
import { settle } from '../testing/settle.js'
import { createLazyConnector, type OpenWallet, toLazyFeatures } from './lazyConnector.js'

const signal = new AbortController().signal

const request = { namespace: 'eip155', silent: false, signal } as const

const result = { accounts: [{ namespace: 'eip155', address: '0xa', type: 'eoa' }], caipNetworkId: 'eip155:1' } as const

function setUp(wallet: Partial<OpenWallet> = {}) {
  const uses: boolean[] = []
  const warnings: unknown[] = []
  let listening = 0
  const open = vi.fn(
    async (): Promise<OpenWallet> => ({
      connect: async () => result,
      disconnect: async () => undefined,
      listen() {
        listening += 1
        return () => {
          listening -= 1
        }
      },
      loadFeatures: async () => ({ 'message:sign': async ({ message }) => `signed ${message}` }),
      ...wallet,
    }),
  )
  const lazy = createLazyConnector({
    meta: { id: 'io.test', type: 'ANNOUNCED', name: 'Test', namespaces: ['eip155'] },
    names: ['message:sign'],
    provider: 'the provider',
    open,
    onUse: (isUsed) => uses.push(isUsed),
    warn: (cause) => warnings.push(cause),
  })
  return { ...lazy, open, uses, warnings, listening: () => listening }
}

test('loads the wallet only on the first request, and only once', async () => {
  const { connector, open } = setUp()
  expect(await connector.getProvider({ namespace: 'eip155' })).toBe('the provider')
  expect(Object.keys(connector.features)).toEqual(['message:sign'])
  expect(open).not.toHaveBeenCalled()
  await Promise.all([connector.connect(request), connector.connect(request)])
  await connector.features['message:sign']?.({ message: 'hi', account: result.accounts[0], signal } as never)
  expect(open).toHaveBeenCalledTimes(1)
})

test('a feature calls the loaded wallet', async () => {
  const { connector } = setUp()
  const sign = connector.features['message:sign']
  await expect(sign?.({ message: 'hi' } as never)).resolves.toBe('signed hi')
})

test('a loaded wallet is called synchronously, in the task of the click', async () => {
  const connect = vi.fn(async () => result)
  const { connector } = setUp({ connect })
  connector.prepare?.()
  await vi.waitFor(async () => {
    await Promise.resolve()
    void connector.connect(request)
    expect(connect).toHaveBeenCalled()
  })
})

test('a load that fails rejects the request without a warning, and the next request retries it', async () => {
  const { connector, open, warnings } = setUp()
  open.mockRejectedValueOnce(new Error('offline'))
  connector.prepare?.()
  await settle()
  open.mockRejectedValueOnce(new Error('offline'))
  await expect(connector.connect(request)).rejects.toThrow('offline')
  await expect(connector.connect(request)).resolves.toEqual(result)
  expect(warnings).toEqual([])
})

test('an aborted signal neither loads the wallet nor calls it', async () => {
  const { connector, open, uses } = setUp()
  const left = AbortSignal.abort(new Error('left'))
  await expect(connector.connect({ ...request, signal: left })).rejects.toThrow('left')
  expect([open.mock.calls.length, uses]).toEqual([0, []])
})

test('aborting while the code loads does not call the wallet', async () => {
  const connect = vi.fn(async () => result)
  const { connector } = setUp({ connect })
  const leaving = new AbortController()
  const connecting = connector.connect({ ...request, signal: leaving.signal })
  leaving.abort(new Error('left'))
  await expect(connecting).rejects.toThrow('left')
  expect(connect).not.toHaveBeenCalled()
})

describe('isUsed', () => {
  test('is true from the connect request until the connection ends', async () => {
    const { connector, isUsed, uses } = setUp()
    const connecting = connector.connect(request)
    expect(isUsed()).toBe(true)
    await connecting
    expect(isUsed()).toBe(true)
    await connector.disconnect(request)
    expect(isUsed()).toBe(false)
    expect([uses[0], uses.at(-1)]).toEqual([true, false])
  })

  test('is false again if the wallet rejects the request or disconnects', async () => {
    const refusing = setUp({ connect: async () => Promise.reject(new Error('no')) })
    await expect(refusing.connector.connect(request)).rejects.toThrow('no')
    expect(refusing.isUsed()).toBe(false)

    const { connector, emit, isUsed } = setUp()
    await connector.connect(request)
    const heard = vi.fn()
    connector.on('disconnect', heard)
    emit('disconnect', { namespace: 'eip155' })
    expect(heard).toHaveBeenCalledTimes(1)
    expect(isUsed()).toBe(false)
  })
})

describe('listening to the wallet', () => {
  test('subscribes once for all listeners, and unsubscribes with the last of them', async () => {
    const { connector, listening } = setUp()
    await connector.connect(request)
    const stops = [connector.on('change', () => undefined), connector.on('disconnect', () => undefined)]
    expect(listening()).toBe(1)
    for (const stop of stops) stop()
    expect(listening()).toBe(0)
  })

  test('an early listener is subscribed once the wallet is loaded, unless it has unsubscribed by then', async () => {
    const { connector, listening } = setUp()
    const stop = connector.on('change', () => undefined)
    await vi.waitFor(() => expect(listening()).toBe(1))
    stop()

    const other = setUp()
    other.connector.on('change', () => undefined)()
    await other.connector.connect(request)
    expect(other.listening()).toBe(0)
  })

  test('stops when the connector is destroyed', async () => {
    const { connector, listening } = setUp()
    await connector.connect(request)
    connector.on('change', () => undefined)
    connector.destroy()
    expect(listening()).toBe(0)
  })
})

type Features = { readonly double?: (value: number) => Promise<number>; readonly halve?: (value: number) => number }

test('exposes the named features at once, and loads them on the first call', async () => {
  const load = vi.fn(
    async (): Promise<Features> => ({ double: async (value) => 2 * value, halve: (value) => value / 2 }),
  )
  const features = toLazyFeatures<Features>(['double'], load)
  expect(Object.keys(features)).toEqual(['double'])
  expect(load).not.toHaveBeenCalled()
  expect(await features.double?.(4)).toBe(8)
})

test('a load that fails rejects the call, and the next call retries it', async () => {
  const load = vi.fn<() => Promise<Features>>().mockRejectedValueOnce(new Error('offline'))
  load.mockResolvedValue({ double: async (value) => 2 * value })
  const { double } = toLazyFeatures<Features>(['double'], load)
  await expect(double?.(1)).rejects.toThrow('offline')
  expect(await double?.(1)).toBe(2)
})
