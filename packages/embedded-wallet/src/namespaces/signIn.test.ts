import { expect, test, vi } from 'vitest'
import { createRig, type RigOptions } from '../../test/createRig.js'
import { mainnet, toNetwork } from '../../test/networks.js'

const message = 'app.example wants you to sign in with your Ethereum account:'
const data = {
  accountAddress: '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb',
  chainId: mainnet,
  domain: 'app.example',
  uri: 'https://app.example',
  version: '1',
  nonce: 'k13sdfWWQ2hqO8',
} as const

async function setUp(options?: RigOptions) {
  const rig = createRig(options)
  await rig.login()
  const { accounts } = await rig.connect()
  const controller = new AbortController()
  const request = { account: accounts[0], network: toNetwork(mainnet), message, data, signal: controller.signal }
  const signIn = () => rig.connector.getFeatures?.('eip155')['signIn:sign']?.(request)
  const users = () => rig.frame.messages.flatMap((own) => (own.name === 'GET_USER' ? [own.payload] : [])).slice(1)
  const statuses = () => rig.events.map(([, event]) => 'status' in event && event.status)
  return { rig, controller, signIn, users, statuses }
}

test('[S3.18] a sign-in sends the message with GET_USER, and takes the signature from its reply', async () => {
  const { rig, signIn, users, statuses } = await setUp()
  const signature = await signIn()
  expect(users()).toEqual([
    {
      chainId: 1,
      preferredAccountType: 'eoa',
      rpcUrl: 'http://127.0.0.1:1',
      siwxMessage: { ...data, serializedMessage: message },
    },
  ])
  const provider = await rig.getEvm()
  const params = [`0x${Buffer.from(message).toString('hex')}`, rig.frame.keys.evm.address]
  expect(signature).toBe(await provider.request({ method: 'personal_sign', params }))
  expect(statuses()).toEqual(['asked', 'done', 'asked', 'done'])
})

test('a declined sign-in rejects with USER_REJECTED and keeps the login', async () => {
  const { rig, signIn, statuses } = await setUp()
  rig.frame.user.reject()
  await expect(signIn()).rejects.toMatchObject({ code: 'USER_REJECTED' })
  expect(statuses()).toEqual(['asked', 'failed'])
  expect((await rig.connect()).accounts).toHaveLength(1)
})

test('an aborted sign-in is also aborted in the frame', async () => {
  const { rig, controller, signIn } = await setUp()
  rig.frame.user.hang()
  const signing = signIn()
  await vi.waitFor(() => expect(rig.frame.prompts()).toBe(1))
  controller.abort(new Error('left'))
  await expect(signing).rejects.toThrow('left')
  await vi.waitFor(() => expect(rig.frame.aborted).toHaveLength(1))
})

test('requests personal_sign if the frame returns no signature with GET_USER', async () => {
  const { rig, signIn } = await setUp({
    answer: ({ name, payload }) =>
      name === 'GET_USER' && payload?.siwxMessage ? { address: data.accountAddress, chainId: 1 } : undefined,
  })
  expect(await signIn()).toMatch(/^0x[\da-f]{130}$/)
  expect(rig.frame.requests('personal_sign')).toHaveLength(1)
})

test('error: rejects with INVALID_WALLET_REPLY for a signature of another message or account', async () => {
  for (const other of [{ message: 'other' }, { address: data.accountAddress }]) {
    let address = ''
    const { rig, signIn } = await setUp({
      answer: ({ name, payload }) =>
        name === 'GET_USER' && payload?.siwxMessage
          ? { address, chainId: 1, message, signature: '0x1', ...other }
          : undefined,
    })
    address = rig.frame.keys.evm.address
    await expect(signIn()).rejects.toMatchObject({ code: 'INVALID_WALLET_REPLY' })
  }
})

test('error: rejects with UNAUTHORIZED and disconnects if the login has ended elsewhere', async () => {
  const { rig, signIn } = await setUp()
  rig.frame.logOut()
  await expect(signIn()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect(rig.events.at(-1)).toEqual(['disconnect', { namespace: 'eip155' }])
})
