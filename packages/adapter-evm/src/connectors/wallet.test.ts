import { createEvmWallet, type EvmWallet } from '@latchkey/testing'
import { describe, expect, test } from 'vitest'
import { settle, setUpConnector } from '../../test/setUpConnector.js'

const keys = [`0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`] as const

const first = '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A'

const second = '0x1563915e194D8CfBA1943570603F7606A3115508'

const eoa = (address: string) => ({ namespace: 'eip155', address, type: 'eoa' })

function createWallet(): EvmWallet {
  const rpcUrl = 'http://127.0.0.1:1'
  const chains = [
    { id: 1, rpcUrl },
    { id: 10, rpcUrl },
  ]
  return createEvmWallet({ name: 'Test', rdns: 'io.test', accounts: keys, chains })
}

describe('events', () => {
  test('report account and chain changes', async () => {
    const wallet = createWallet()
    const { connect, listen, events } = setUpConnector(wallet.provider)
    await connect()
    listen()
    wallet.selectAccount(1)
    wallet.selectChain(10)
    await settle()
    expect(events).toEqual([
      { namespace: 'eip155', accounts: [eoa(second), eoa(first)] },
      { namespace: 'eip155', caipNetworkId: 'eip155:10' },
    ])
  })

  test('are ignored before connect and after disconnect', async () => {
    const wallet = createWallet()
    const { connect, disconnect, listen, events } = setUpConnector(wallet.provider)
    listen()
    wallet.emit('accountsChanged', [first])
    wallet.emit('chainChanged', '0xa')
    await settle()
    await connect()
    await disconnect()
    wallet.emit('accountsChanged', [first])
    await settle()
    expect(events).toEqual([])
  })

  test('are not emitted for unchanged accounts and chains', async () => {
    const wallet = createWallet()
    const { connect, listen, events } = setUpConnector(wallet.provider)
    await connect()
    listen()
    wallet.emit('accountsChanged', [first.toLowerCase(), second])
    wallet.emit('chainChanged', '0x1')
    wallet.emit('chainChanged', 1)
    await settle()
    expect(events).toEqual([])
  })

  test('[I27] trigger no wallet requests even in a storm, so they cannot loop', async () => {
    const wallet = createWallet()
    const { connect, listen, events } = setUpConnector(wallet.provider)
    await connect()
    listen()
    const asked = wallet.requests.length
    wallet.script({ emitStorm: true })
    for (let turn = 0; turn < 1_000; turn++) wallet.emit('accountsChanged', [turn % 2 ? first : second])
    await settle()
    expect(wallet.requests).toHaveLength(asked)
    expect(events).toHaveLength(1_000)
  })

  for (const [event, payload] of [
    ['accountsChanged', null],
    ['accountsChanged', ['']],
    ['accountsChanged', first],
    ['chainChanged', 'mainnet'],
    ['chainChanged', null],
    ['chainChanged', { chainId: '0x1' }],
  ] as const)
    test(`[I27] ignore ${event} with the invalid payload ${JSON.stringify(payload)}`, async () => {
      const wallet = createWallet()
      const { connect, listen, events } = setUpConnector(wallet.provider)
      await connect()
      listen()
      wallet.emit(event, payload)
      await settle()
      expect(events).toEqual([])
    })

  test('report a disconnect if no account is left', async () => {
    const wallet = createWallet()
    const { connect, listen, events, uses } = setUpConnector(wallet.provider)
    await connect()
    listen()
    wallet.lock()
    wallet.emit('accountsChanged', [])
    await settle()
    expect(events).toEqual(['disconnect'])
    expect(uses.at(-1)).toBe(false)
  })

  test('report a disconnect of the provider once', async () => {
    const wallet = createWallet()
    const { connect, listen, events } = setUpConnector(wallet.provider)
    await connect()
    listen()
    wallet.disconnectSite()
    await settle()
    expect(events).toEqual(['disconnect'])
  })

  for (const [name, payload] of [
    ['1013', { code: 1013, message: 'try again' }],
    ['1013 inside another error', { code: -32_603, data: { originalError: { code: 1013 } } }],
  ] as const)
    test(`ignore a disconnect with ${name}, as the wallet will reconnect`, async () => {
      const wallet = createWallet()
      const { connect, listen, events } = setUpConnector(wallet.provider)
      await connect()
      listen()
      wallet.emit('disconnect', payload)
      await settle()
      expect(events).toEqual([])
    })

  test('are subscribed to only while the connector has listeners', async () => {
    const wallet = createWallet()
    const live: string[] = []
    const provider = {
      ...wallet.provider,
      on: (event: string) => void live.push(event),
      removeListener: (event: string) => void live.splice(live.indexOf(event), 1),
    }
    const { connector, connect, listen } = setUpConnector(provider)
    await connect()
    expect(live).toEqual([])
    const stops = [listen(), listen()]
    expect([...live].sort()).toEqual(['accountsChanged', 'chainChanged', 'disconnect'])
    stops[0]?.()
    expect(live).toHaveLength(3)
    stops[1]?.()
    expect(live).toEqual([])
    listen()
    connector.destroy()
    connector.destroy()
    expect(live).toEqual([])
  })

  test('warn if a listener throws, and still reach the other listeners', async () => {
    const wallet = createWallet()
    const { connector, connect, listen, events, warnings } = setUpConnector(wallet.provider)
    await connect()
    connector.on('change', () => {
      throw new Error('mine')
    })
    listen()
    wallet.selectChain(10)
    await settle()
    expect(events).toHaveLength(1)
    expect(warnings).toHaveLength(1)
  })

  test('are optional: a provider without working listeners still connects', async () => {
    const wallet = createWallet()
    const fail = () => {
      throw new Error('mine')
    }
    const { connect, listen, warnings } = setUpConnector({ ...wallet.provider, on: fail, removeListener: fail })
    await connect()
    const stop = listen()
    stop()
    expect(warnings).toHaveLength(6)
    const silent = setUpConnector({ request: wallet.provider.request })
    await silent.connect()
    silent.listen()()
    expect(silent.warnings).toEqual([])
  })
})
