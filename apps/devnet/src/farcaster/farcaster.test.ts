import { createAppClient, createWalletClient, viemConnector } from '@farcaster/auth-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningAnvil, startAnvil } from '../anvil/anvil.js'
import { compileContracts } from '../contracts/contracts.js'
import { packageRoot } from '../node/packageRoot.js'
import { type RunningFarcaster, startFarcaster } from './farcaster.js'
import { registryCode } from './registries.js'

let anvil: RunningAnvil

let farcaster: RunningFarcaster

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 10 })
  farcaster = await startFarcaster({ rpcUrl: anvil.url })
})

afterAll(async () => {
  await farcaster?.stop()
  await anvil?.stop()
})

const request = { siweUri: 'https://app.example/login', domain: 'app.example' }

const createClient = (): ReturnType<typeof createAppClient> =>
  createAppClient({ relay: farcaster.url, version: 'v1', ethereum: viemConnector({ rpcUrl: farcaster.rpcUrl }) })

describe('a login with the official Farcaster client', () => {
  test.each(['custody', 'auth'] as const)('is verified with the %s key on the chain', async (key) => {
    const client = createClient()
    const { data } = await client.createChannel(request)
    expect((await client.status({ channelToken: data?.channelToken ?? '' })).data).toMatchObject({ state: 'pending' })
    await farcaster.scan(data?.url ?? '', { name: 'ada', key })
    const { data: status } = await client.watchStatus({ channelToken: data?.channelToken ?? '', timeout: 5_000 })
    expect(status).toMatchObject({ state: 'completed', username: 'ada', signatureParams: request })
    const verified = await client.verifySignInMessage({
      nonce: data?.nonce ?? '',
      domain: 'app.example',
      acceptAuthAddress: key === 'auth',
      message: status?.message ?? '',
      signature: status?.signature ?? '0x',
    })
    expect(verified).toMatchObject({ success: true, fid: Number(await farcaster.people.getFid('ada')) })
  })

  test('is accepted from the official wallet client only once, and only with the relay’s key', async () => {
    const ethereum = viemConnector({ rpcUrl: farcaster.rpcUrl })
    const wallet = createWalletClient({ relay: farcaster.url, version: 'v1', ethereum })
    const { data } = await createClient().createChannel(request)
    const { name, fid } = { name: 'bob', fid: Number(await farcaster.people.getFid('bob')) }
    const account = farcaster.people.getAccount(name)
    const terms = { uri: request.siweUri, domain: request.domain, nonce: data?.nonce ?? '', fid }
    const { message = '' } = wallet.buildSignInMessage({ address: account.address, ...terms })
    const answer = {
      channelToken: data?.channelToken ?? '',
      message,
      signature: await account.signMessage({ message }),
      fid,
      username: name,
      bio: '',
      displayName: name,
      pfpUrl: '',
    }
    const statuses: (number | undefined)[] = []
    for (const authKey of ['guessed', farcaster.relayKey, farcaster.relayKey])
      statuses.push((await wallet.authenticate({ ...answer, authKey })).response?.status)
    expect(statuses).toEqual([401, 201, 400])
  })

  test.each(['otherFid', 'otherNonce', 'otherDomain', 'otherSigner', 'otherChain', 'noFid', 'twoFids'] as const)(
    'error: fails verification with the fault %s',
    async (fault) => {
      const client = createClient()
      const { data } = await client.createChannel(request)
      await farcaster.scan(data?.url ?? '', { name: 'ada', fault })
      const { data: status } = await client.status({ channelToken: data?.channelToken ?? '' })
      const verified = await client.verifySignInMessage({
        nonce: data?.nonce ?? '',
        domain: 'app.example',
        acceptAuthAddress: false,
        message: status?.message ?? '',
        signature: status?.signature ?? '0x',
      })
      expect(verified.isError).toBe(true)
    },
  )
})

test('the page that simulates the phone shows the site, and signs in with the submitted name', async () => {
  const client = createClient()
  const { data } = await client.createChannel(request)
  const page = await (await fetch(data?.url ?? '')).text()
  expect(page).toContain('Sign in to <strong>app.example</strong>?')
  const form = (name: string): Promise<Response> =>
    fetch(`${farcaster.url}/~/siwf`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ channelToken: data?.channelToken ?? '', name }),
    })
  expect((await form('<b>')).status).toBe(400)
  expect((await form('carol')).status).toBe(303)
  expect(await (await fetch(data?.url ?? '')).text()).toContain('You are signed in.')
  expect((await client.status({ channelToken: data?.channelToken ?? '' })).data).toMatchObject({ username: 'carol' })
})

test('error: returns the scripted 503, and rejects malformed bodies, missing tokens and unknown channels', async () => {
  farcaster.setFault(503)
  expect((await fetch(`${farcaster.url}/v1/channel`, { method: 'POST', body: JSON.stringify(request) })).status).toBe(
    503,
  )
  farcaster.setFault(undefined)
  expect((await fetch(`${farcaster.url}/v1/channel`, { method: 'POST', body: '{' })).status).toBe(400)
  expect((await fetch(`${farcaster.url}/v1/channel/status`)).status).toBe(401)
  expect((await fetch(`${farcaster.url}/~/siwf?channelToken=x`)).status).toBe(404)
})

test('the stored code of the registries matches their compiled source', () => {
  const settings = { metadata: { bytecodeHash: 'none', appendCBOR: false } }
  const compiled = compileContracts({ file: `${packageRoot()}/src/farcaster/Registries.sol`, settings })
  // the runtime code is the end of the creation code
  for (const name of ['IdRegistry', 'KeyRegistry'] as const)
    expect(compiled[name]?.bytecode.endsWith(registryCode[name].slice(2)), name).toBe(true)
})
