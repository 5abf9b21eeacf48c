import { randomBytes } from 'node:crypto'
import type { CallReply, CallRequest, CustodyError, User } from '../../protocol/custody.js'
import type { Statement } from '../../protocol/statement.js'

type Call = CallRequest & { readonly parsed: Statement }
type Device = { keys: string[]; token?: string | undefined; isConnected: boolean; isApproved: boolean }

export type SmallCustody = {
  readonly answer: (call: Call) => unknown
  /** Errors for the next calls of a method, in place of the regular replies. Each is used once. */
  readonly faults: { method: string; error: CustodyError }[]
  approveDevice(): void
  /** Forgets which keys are enrolled, as after 15 minutes. */
  forgetKeys(): void
}

export const smallUser: User = {
  email: 'ada@example.org',
  accounts: [
    { namespace: 'eip155', address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
    { namespace: 'solana', address: 'FzZQv8Yq2pZyWkY3n2rCkq9m7gq7pQJ6Z5r5m1v8Qb3' },
  ],
  smartAccount: '0x00000000000000000000000000000000000000AA',
}

/**
 * A minimal custody for tests of the frame page: devices by cookie or token, one login, approvals. It signs nothing.
 */
export function createSmallCustody(): SmallCustody {
  const devices = new Map<string, Device>()
  const approvals = new Set<string>()
  const faults: { method: string; error: CustodyError }[] = []
  const fault = (code: CustodyError['code'], message: string): CallReply => ({ error: { code, message } })
  const toKey = ({ parsed }: Call): string => `${parsed.key.x}.${parsed.key.y}`
  const find = (call: Call): Device | undefined =>
    devices.get(call.credential ?? '') ?? [...devices.values()].find(({ keys }) => keys.includes(toKey(call)))

  function hello(call: Call): unknown {
    const { resumeToken, cookies } = call.parsed.params as { resumeToken?: string; cookies?: false }
    const resumed = [...devices.values()].find(({ token }) => token !== undefined && token === resumeToken)
    const known = resumed ?? find(call)
    const device = known ?? { keys: [], isConnected: false, isApproved: false }
    if (!device.keys.includes(toKey(call))) device.keys.push(toKey(call))
    const credential = randomBytes(16).toString('hex')
    if (!known) devices.set(credential, device)
    if (cookies === false) device.token = randomBytes(16).toString('hex')
    return {
      result: {
        now: Date.now(),
        isConnected: device.isConnected,
        hasCredential: call.credential !== undefined,
        ...(cookies === false && { resumeToken: device.token }),
      },
      ...(!known && { credential }),
    }
  }

  function answer(call: Call): unknown {
    const { method, params } = call.parsed
    const next = faults.findIndex((one) => one.method === method)
    if (next >= 0) return { error: faults.splice(next, 1)[0]?.error }
    if (method === 'hello') return hello(call)
    const device = find(call)
    if (!device?.keys.includes(toKey(call))) return fault('NO_DEVICE', 'Say hello.')
    switch (method) {
      case 'email.start': {
        const { email } = params as { email: string }
        if (!email.includes('@')) return fault('INVALID_EMAIL', 'Enter a valid email address')
        const action = device.isApproved ? 'VERIFY_OTP' : 'VERIFY_DEVICE'
        return { result: { action, expiresAt: Date.now() + 600_000, retryAfter: 30 } }
      }
      case 'email.device':
        return { result: { status: device.isApproved ? 'approved' : 'pending' } }
      case 'email.verify':
        if ((params as { code: string }).code !== '123456') return fault('CODE_WRONG', 'Invalid code')
        device.isConnected = true
        return { result: { user: smallUser } }
      case 'update.start':
        return { result: { action: 'VERIFY_PRIMARY_OTP', expiresAt: Date.now() + 600_000, retryAfter: 30 } }
      case 'update.primary':
        return { result: {} }
      case 'update.secondary':
        return { result: { email: 'new@example.org' } }
      case 'session.end':
        device.isConnected = false
        return { result: {} }
      default:
        return device.isConnected ? answerUser(method, params) : fault('NO_SESSION', 'Log in first')
    }
  }

  function answerUser(method: string, params: unknown): unknown {
    if (method === 'user.get') return { result: smallUser }
    if (method === 'request.prepare') {
      const id = randomBytes(8).toString('hex')
      approvals.add(id)
      const summary = { kind: 'message', warnings: [], ...(params as object) }
      return { result: { id, expiresAt: Date.now() + 300_000, digest: 'd', summary } }
    }
    const { id } = params as { id: string }
    if (!approvals.delete(id)) return fault('NO_APPROVAL', 'It was never asked for.')
    return { result: method === 'request.sign' ? { result: '0xsigned' } : {} }
  }

  return {
    answer,
    faults,
    approveDevice() {
      for (const device of devices.values()) device.isApproved = true
    },
    forgetKeys() {
      for (const device of devices.values()) device.keys = []
    },
  }
}
