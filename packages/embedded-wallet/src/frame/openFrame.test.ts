import { createTestContext } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { createFrameClient } from './createFrameClient.js'
import { toFrameUrl } from './openFrame.js'

const { signal } = new AbortController()

function open(url = 'https://wallet.example/') {
  const entries = new Map([['latchkey/wallet/emailLoginUsed', 'true']])
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  }
  const context = createTestContext({ page: null, env: { storage: () => storage } })
  const client = createFrameClient({
    context,
    url,
    projectId: 'demo',
    getChain: () => undefined,
    getRpcUrl: () => undefined,
  })
  return { context, client }
}

test('[S8.29] rejects calls with FRAME_FAILED if there is no page', async () => {
  const { client, context } = open()
  const failure = { code: 'FRAME_FAILED', shortMessage: 'W3mFrame: iframe is not set' }
  await expect(client.open(signal)).rejects.toMatchObject(failure)
  await expect(client.call('GET_USER', undefined, { signal })).rejects.toMatchObject(failure)
  await expect(client.request({ method: 'eth_call' }, { signal, isSafe: true })).rejects.toMatchObject(failure)
  client.place(null)
  client.abortRequests()
  expect(context.warnings).toEqual([])
})

test('rejects calls with ABORTED after the modal has ended', async () => {
  const { client, context } = open()
  context.end()
  await expect(client.open(signal)).rejects.toMatchObject({ code: 'ABORTED' })
  await expect(client.call('GET_USER', undefined, { signal })).rejects.toMatchObject({ code: 'ABORTED' })
  client.destroy()
})

test('rejects with the reason of a signal that is already aborted, and changes nothing', async () => {
  const { client } = open()
  const gone = AbortSignal.abort('left')
  await expect(client.open(gone)).rejects.toBe('left')
  await expect(client.call('SIGN_OUT', undefined, { signal: gone })).rejects.toBe('left')
  await expect(client.request({ method: 'eth_call' }, { signal: gone, isSafe: true })).rejects.toBe('left')
  expect(client.memory.get('emailLoginUsed')).toBe('true')
})

const options = {
  url: 'https://wallet.example/sdk',
  projectId: 'demo',
  chain: undefined,
  rpcUrl: undefined,
  enableLogger: false,
}

test('[S4.40] [S9.16] the frame URL has project, chain, version and logging; the default chain is Ethereum', () => {
  expect(toFrameUrl(options)).toBe(
    'https://wallet.example/sdk?projectId=demo&chainId=eip155%3A1&version=4&enableLogger=false',
  )
  const url = new URL(
    toFrameUrl({ ...options, chain: 'eip155:137', rpcUrl: 'https://rpc.example/?key=a&b=c', enableLogger: true }),
  )
  expect(Object.fromEntries(url.searchParams)).toEqual({
    projectId: 'demo',
    chainId: 'eip155:137',
    version: '4',
    enableLogger: 'true',
    rpcUrl: 'https://rpc.example/?key=a&b=c',
  })
})

test('the frame URL has the language that the app has chosen', () => {
  expect(new URL(toFrameUrl({ ...options, language: 'pt-BR' })).searchParams.get('lang')).toBe('pt-BR')
})

test('keeps the parameters of the configured URL, but overrides and escapes the SDK’s own', () => {
  const url = new URL(
    toFrameUrl({ ...options, url: 'https://wallet.example/sdk?skin=a&projectId=evil', projectId: 'a&b=c' }),
  )
  expect(url.searchParams.getAll('projectId')).toEqual(['a&b=c'])
  expect(url.searchParams.get('skin')).toBe('a')
  expect(url.searchParams.has('b')).toBe(false)
})
