import { describe, expect, test } from 'vitest'
import { createRig, type Rig } from '../../test/createRig.js'
import { Fault } from '../../test/createTestFrame.js'

const { signal } = new AbortController()

describe('a login by email', () => {
  test('[S4.35] returns the next step, and connects after device approval and code without another prompt', async () => {
    const { connector, frame, connect } = createRig()
    const { features } = connector
    expect(await features['email:login']?.({ email: 'ada@example.org', signal })).toBe('VERIFY_DEVICE')
    await features['email:approveDevice']?.({ signal })
    await features['email:verify']?.({ code: '123456', signal })
    expect(await connect()).toMatchObject({ user: { email: 'ada@example.org' } })
    const names = frame.messages.map(({ name }) => name).filter((name) => name.startsWith('CONNECT_'))
    expect(names).toEqual(['CONNECT_EMAIL', 'CONNECT_DEVICE', 'CONNECT_OTP'])
  })

  test('[S4.35] connects at once on a device that the frame knows', async () => {
    const answer = ({ name }: { readonly name: string }) =>
      name === 'CONNECT_EMAIL' ? { action: 'CONNECT' } : undefined
    const { connector, connect } = createRig({ answer, isLoggedIn: true })
    expect(await connector.features['email:login']?.({ email: 'ada@example.org', signal })).toBe('CONNECT')
    expect((await connect()).accounts).toHaveLength(1)
  })

  test("rejects a wrong code with the frame's message, and then accepts the right one", async () => {
    const { connector, connect } = createRig()
    const { features } = connector
    await features['email:login']?.({ email: 'known@example.org', signal })
    await expect(features['email:verify']?.({ code: '000000', signal })).rejects.toMatchObject({
      code: 'FRAME_FAILED',
      shortMessage: 'Invalid code',
    })
    await expect(connect()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await features['email:verify']?.({ code: '123456', signal })
    expect((await connect()).accounts).toHaveLength(1)
  })

  test('[S4.6] reopens for a returning user with the email filled in', async () => {
    const rig = createRig()
    const reopen = () =>
      rig.connector.features['login:reopen']?.({ namespace: 'eip155', address: `0x${'1'.repeat(40)}`, signal })
    expect(await reopen()).toEqual({ view: 'EmailLogin', params: { namespace: 'eip155' } })
    await rig.login()
    await rig.connect()
    expect(await reopen()).toEqual({
      view: 'EmailLogin',
      params: { namespace: 'eip155', email: 'known@example.org' },
    })
  })

  test('requests no email if the signal is already aborted', async () => {
    const { connector, frame } = createRig()
    const left = AbortSignal.abort(new Error('left'))
    await expect(connector.features['email:login']?.({ email: 'ada@example.org', signal: left })).rejects.toThrow(
      'left',
    )
    expect(frame.count('CONNECT_EMAIL')).toBe(0)
  })
})

describe('an email change', () => {
  test('[S4.36] requires the codes of both mailboxes, and emits the new email', async () => {
    const rig = createRig()
    await rig.login()
    await rig.connect()
    const { features } = rig.connector
    expect(await features['email:update']?.({ email: 'new@example.org', signal })).toBe('VERIFY_PRIMARY_OTP')
    await features['email:verifyPrimary']?.({ code: '111111', signal })
    expect(await features['email:verifySecondary']?.({ code: '222222', signal })).toEqual({ email: 'new@example.org' })
    expect(rig.events).toEqual([['change', { namespace: 'eip155', user: { email: 'new@example.org' } }]])
    expect(await rig.connect('solana')).toMatchObject({ user: { email: 'new@example.org' } })
  })
})

describe('a guest', () => {
  /** A frame with a guest, which replies to ADD_LOGIN with the result of `ending`. */
  const enter = async (ending: () => unknown): Promise<Rig> => {
    const guest = { address: `0x${'1'.repeat(40)}`, chainId: 1, isGuest: true }
    const rig = createRig({
      answer: ({ name }) =>
        name === 'ADD_LOGIN' ? ending() : /^(?:CONNECT_GUEST|GET_USER)$/.test(name) ? guest : undefined,
    })
    await rig.connector.features['guest:login']?.({ signal })
    expect(await rig.connect()).toMatchObject({ user: { isGuest: true } })
    return rig
  }

  test('is no longer a guest after adding a login in the frame, and the new email is emitted', async () => {
    const rig = await enter(() => ({ email: 'ada@example.org' }))
    expect(await rig.connector.features['guest:addLogin']?.({ signal })).toEqual({ email: 'ada@example.org' })
    expect(rig.events).toEqual([['change', { namespace: 'eip155', user: { email: 'ada@example.org' } }]])
    // the page sends no email address: the guest types it in the frame
    expect(rig.frame.messages.find(({ name }) => name === 'ADD_LOGIN')?.payload).toBeUndefined()
  })

  test('error: stays a guest after canceling in the frame, and an abort by the page also aborts the frame’s screen', async () => {
    const rejected = new Fault({ message: 'User rejected the request.', code: 4001 })
    const canceled = await enter(() => Promise.reject(rejected))
    await expect(canceled.connector.features['guest:addLogin']?.({ signal })).rejects.toMatchObject({
      code: 'USER_REJECTED',
    })
    expect(canceled.events).toEqual([])
    const left = await enter(() => null)
    const leaving = new AbortController()
    const adding = left.connector.features['guest:addLogin']?.({ signal: leaving.signal })
    await expect.poll(() => left.frame.count('ADD_LOGIN')).toBe(1)
    leaving.abort(new Error('left'))
    await expect(adding).rejects.toThrow('left')
    const { id } = left.frame.messages.find(({ name }) => name === 'ADD_LOGIN') ?? {}
    await expect.poll(() => left.frame.aborted).toEqual([id])
  })
})
