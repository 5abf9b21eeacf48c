import { expect, test } from 'vitest'
import { toFrameUrl } from './toFrameUrl.js'

const options = {
  url: 'https://wallet.example/sdk',
  projectId: 'demo',
  chain: undefined,
  rpcUrl: undefined,
  enableLogger: false,
}

test('[S4.40] [S9.16] project, chain, version and logging; the first chain is Ethereum', () => {
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

test('what the address asks for itself is kept, and nothing of ours can be doubled or broken by it', () => {
  const url = new URL(
    toFrameUrl({ ...options, url: 'https://wallet.example/sdk?skin=a&projectId=evil', projectId: 'a&b=c' }),
  )
  expect(url.searchParams.getAll('projectId')).toEqual(['a&b=c'])
  expect(url.searchParams.get('skin')).toBe('a')
  expect(url.searchParams.has('b')).toBe(false)
})
