import { startRelay } from '@latchkey/devnet'
import { createTestContext } from '@latchkey/testing'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type OpenClient, openClient } from '../client/openClient.js'
import { createMemoryStorage } from '../client/storage.js'
import { type AuthCode, createAuthCodes } from './authCodes.js'
import { parseAuthReply, parseCacao } from './authReply.js'
import { addRecap, parseRecap } from './recap.js'
import { isUnsupported } from './signIns.js'
import { toSiwxSession } from './siwxSessions.js'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const p = {
  iss: `did:pkh:eip155:1:${address}`,
  aud: 'https://shop.example',
  domain: 'shop.example',
  version: '1',
  nonce: 'abcdefgh',
  iat: '2030-01-01T00:00:00.000Z',
}
const cacao = { h: { t: 'caip122' }, p, s: { t: 'eip191', s: '0xabcd' } }
const publicKey = 'a'.repeat(64)

async function open(): Promise<OpenClient> {
  const relay = await startRelay()
  onTestFinished(() => relay.stop())
  const { env, warn, log } = createTestContext()
  const names = { prefix: crypto.randomUUID(), projectId: 'test', relayUrl: relay.url, metadata: undefined }
  const opened = await openClient({
    env,
    warn,
    log,
    ...names,
    storage: createMemoryStorage(),
    signal: new AbortController().signal,
  })
  onTestFinished(opened.close)
  return opened
}

test('toSiwxSession writes the same text as wallets for any CACAO', async () => {
  const { client } = await open()
  const line = fc.stringMatching(/^[a-z0-9:/?#@!$&'()*+,;=._~-]{1,30}$/)
  const fields = fc.record(
    {
      nbf: line,
      exp: line,
      statement: line,
      requestId: line,
      resources: fc.array(line, { minLength: 1, maxLength: 3 }),
    },
    { requiredKeys: [] },
  )
  const methods = fc.uniqueArray(fc.constantFrom('personal_sign', 'eth_sendTransaction', 'wallet_getCapabilities'))
  const property = fc.property(fields, fc.option(methods.filter((list) => list.length > 0)), (more, allowed) => {
    const resources = allowed ? addRecap(more.resources, allowed) : more.resources
    const payload = { ...p, ...more, ...(resources && { resources: [...resources] }) }
    const parsed = parseCacao({ ...cacao, p: payload })
    expect(parsed && toSiwxSession(parsed).message).toBe(client.formatAuthMessage({ request: payload, iss: p.iss }))
  })
  fc.assert(property, { numRuns: 200 })
})

test('addRecap encodes the methods, puts the ReCap last, and merges a ReCap of the app into it', () => {
  const [own = ''] = addRecap([], ['personal_sign'])
  expect(parseRecap(own)).toEqual({ eip155: { 'request/personal_sign': [{}] } })
  const resources = addRecap([own, 'https://a.example'], ['eth_sendTransaction'])
  expect(resources[0]).toBe('https://a.example')
  expect(resources).toHaveLength(2)
  expect(parseRecap(resources[1] ?? '')).toEqual({
    eip155: { 'request/eth_sendTransaction': [{}], 'request/personal_sign': [{}] },
  })
})

test.each([['urn:recap:', 'urn:recap:e30', 'urn:recap:!!', 'https://a.example', '']])(
  'parseRecap returns null for text that is not a ReCap: %s',
  (...texts) => {
    for (const text of texts) expect(parseRecap(text)).toBeNull()
  },
)

test('parseCacao returns a CACAO without unknown fields, and null for anything else', () => {
  expect(parseCacao({ ...cacao, more: 1 })).toEqual(cacao)
  const broken: readonly unknown[] = [
    null,
    { ...cacao, h: { t: 'x' } },
    { ...cacao, s: { t: 'eip191', s: 'abcd' } },
    { ...cacao, s: { t: 'none', s: '0xabcd' } },
    { ...cacao, p: { ...p, iss: `did:pkh:solana:1:${address}` } },
    { ...cacao, p: { ...p, iss: `did:pkh:eip155:1:${address}00` } },
    { ...cacao, p: { ...p, nonce: '' } },
    { ...cacao, p: { ...p, statement: 'one\nURI: two' } },
    { ...cacao, p: { ...p, resources: ['one\u2028two'] } },
    { ...cacao, p: { ...p, resources: Array.from({ length: 101 }, () => 'x') } },
  ]
  for (const value of broken) expect(parseCacao(value)).toBeNull()
  fc.assert(fc.property(fc.anything(), (value) => void [parseCacao(value), parseAuthReply(value)]))
})

test('parseAuthReply needs a signature, and adds the accounts of the chains in its ReCaps', () => {
  const att = { eip155: { 'request/personal_sign': [{ chains: ['eip155:10', 'solana:x', 7] }] } }
  const recap = `urn:recap:${btoa(JSON.stringify({ att }))}`
  const signed = { ...cacao, p: { ...p, resources: [recap] } }
  const responder = { publicKey, metadata: { name: 'W', icons: [1, 'i'] } }
  expect(parseAuthReply({ responder, cacaos: [signed, 'junk'] })).toMatchObject({
    accounts: [`eip155:1:${address}`, `eip155:10:${address}`],
    methods: ['personal_sign'],
    cacaos: [signed],
    peer: { publicKey, metadata: { name: 'W', description: '', url: '', icons: ['i'] } },
  })
  const none = [
    { responder, cacaos: [] },
    { responder: {}, cacaos: [signed] },
    { responder, cacaos: Array(101).fill(signed) },
  ]
  for (const reply of none) expect(parseAuthReply(reply)).toBeNull()
})

test('isUnsupported distinguishes a missing method from a rejection by the code alone', () => {
  expect([10_001, -32_601, 5_101].every((code) => isUnsupported({ code, message: 'x' }))).toBe(true)
  expect([{ code: 5_000 }, { code: 4_001 }, { message: 'Unsupported' }, undefined].some(isUnsupported)).toBe(false)
})

test('codes whose pairing has expired leave no topic, key or stored entry, and destroy removes the listener', async () => {
  const { client } = await open()
  const { core } = client
  const events = core.pairing.events.listenerCount('pairing_expire')
  const codes = createAuthCodes(client)
  const made: AuthCode[] = []
  for (let n = 0; n < 5; n++) {
    const pairing = await core.pairing.create()
    const code = await codes.add(pairing.topic)
    await core.relayer.subscribe(code.topic)
    made.push(code)
  }
  for (const { pairingTopic } of made) {
    await core.pairing.pairings.delete(pairingTopic, { code: 0, message: '' })
    core.pairing.events.emit('pairing_expire', { topic: pairingTopic })
  }
  await vi.waitFor(async () => {
    for (const { topic, publicKey: key } of made) {
      expect(codes.take(topic)).toBeUndefined()
      expect(core.crypto.hasKeys(key)).toBe(false)
      expect(await core.relayer.subscriber.isSubscribed(topic)).toBe(false)
    }
    expect(await core.storage.getItem(`latchkey@1:authCodes${core.customStoragePrefix}`)).toEqual([])
  })
  codes.destroy()
  expect(core.pairing.events.listenerCount('pairing_expire')).toBe(events)
})
