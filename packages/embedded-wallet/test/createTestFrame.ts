import { createTestUser } from '@latchkey/testing'
import { onTestFinished } from 'vitest'
import type { AppMessage, FrameChainId, FrameError, FrameEvent } from '../src/protocol/messages.js'
import { approvalMethods } from '../src/protocol/names.js'
import { parseAppMessage, toWire } from '../src/protocol/wire.js'
import { answerRpc } from './answerRpc.js'
import { createTestKeys, type TestKeys } from './createTestKeys.js'

export type TestFrameOptions = {
  readonly keys?: TestKeys | undefined
  /** Whether the browser already has a login. */
  readonly isLoggedIn?: boolean | undefined
  readonly smartAccountNetworks?: readonly number[] | undefined
  /** Whether the smart account is already deployed. */
  readonly isDeployed?: boolean | undefined
  /** Chains that the frame doesn't know. */
  readonly unknownChains?: readonly FrameChainId[] | undefined
  /** Errors of requests, by method. */
  readonly faults?: { readonly [method: string]: FrameError } | undefined
  /** Replies instead of the frame; undefined leaves it to the frame, null sends no reply. */
  readonly answer?: ((message: AppMessage) => unknown) | undefined
}

/** A secure site in the same process, at the other end of a MessagePort, with real keys and a user who approves or declines. */
export type TestFrame = {
  readonly port: MessagePort
  readonly keys: TestKeys
  /** Parsed by the protocol's own schemas. */
  readonly messages: readonly AppMessage[]
  /** Messages that the schemas reject. */
  readonly unread: readonly unknown[]
  readonly user: ReturnType<typeof createTestUser>['controls']
  prompts(): number
  /** Ids of requests that the app has canceled. */
  readonly aborted: readonly (string | undefined)[]
  logOut(): void
  count(name: AppMessage['name']): number
  /** Requests with this method. */
  requests(method: string): readonly Extract<AppMessage, { readonly name: 'RPC_REQUEST' }>[]
}

/** An error reply of the frame. */
export class Fault extends Error {
  readonly fault: FrameError
  constructor(fault: FrameError) {
    super(fault.message)
    this.fault = fault
  }
}

export function createTestFrame(options: TestFrameOptions = {}): TestFrame {
  const { keys = createTestKeys(), smartAccountNetworks = [], unknownChains = [] } = options
  const { port1, port2 } = new MessageChannel()
  const user = createTestUser()
  const messages: AppMessage[] = []
  const unread: unknown[] = []
  const aborted: (string | undefined)[] = []
  let isLoggedIn = options.isLoggedIn ?? false
  let email: string | undefined = isLoggedIn ? 'ada@example.org' : undefined
  let prompts = 0

  const post = (event: FrameEvent): void => port1.postMessage(toWire(event))
  const assertLogin = (): void => {
    if (!isLoggedIn) throw new Fault({ message: 'No user is logged in', code: 4100 })
  }
  const toUser = (chainId: FrameChainId, type: 'eoa' | 'smartAccount') => {
    if (typeof chainId === 'string') return { address: keys.solana.publicKey.toBase58(), chainId, email }
    const accounts = [
      { address: keys.evm.address, type: 'eoa' },
      ...(smartAccountNetworks.includes(chainId) ? [{ address: keys.smartAddress, type: 'smartAccount' }] : []),
    ]
    const address = accounts.find((account) => account.type === type)?.address ?? keys.evm.address
    return {
      address,
      chainId,
      email,
      accounts,
      preferredAccountType: type,
      smartAccountDeployed: options.isDeployed ?? false,
    }
  }
  const assertKnown = (chainId: FrameChainId): void => {
    if (unknownChains.includes(chainId)) throw new Fault({ message: 'Unknown network', code: 4902 })
  }

  const assertApproval = async (): Promise<void> => {
    prompts++
    if (!(await user.ask())) throw new Fault({ message: 'The visitor declined', code: 4001 })
  }
  /** Signs the app's sign-in text, if there is one. */
  const signIn = async <own extends { readonly address: string }>(own: own, message: string | undefined) => {
    if (message === undefined) return own
    await assertApproval()
    const params = [`0x${Buffer.from(message).toString('hex')}`, own.address]
    return { ...own, message, signature: await answerRpc({ method: 'personal_sign', params }, keys) }
  }

  const answer = async (message: AppMessage): Promise<unknown> => {
    switch (message.name) {
      case 'GET_SMART_ACCOUNT_ENABLED_NETWORKS':
        return { smartAccountEnabledNetworks: smartAccountNetworks }
      case 'CONNECT_EMAIL':
        email = message.payload.email
        return { action: email.startsWith('known') ? 'VERIFY_OTP' : 'VERIFY_DEVICE' }
      case 'CONNECT_OTP':
        if (message.payload.otp !== '123456') throw new Fault({ message: 'Invalid code' })
        isLoggedIn = true
        return undefined
      case 'IS_CONNECTED':
        return { isConnected: isLoggedIn }
      case 'GET_USER':
        assertLogin()
        assertKnown(message.payload?.chainId ?? 1)
        return signIn(
          toUser(message.payload?.chainId ?? 1, message.payload?.preferredAccountType ?? 'eoa'),
          message.payload?.siwxMessage?.serializedMessage,
        )
      case 'SWITCH_NETWORK':
        assertLogin()
        assertKnown(message.payload.chainId)
        return { chainId: message.payload.chainId }
      case 'SET_PREFERRED_ACCOUNT': {
        const { type } = message.payload
        return { type, address: type === 'eoa' ? keys.evm.address : keys.smartAddress }
      }
      case 'INIT_SMART_ACCOUNT':
        return { address: keys.smartAddress, isDeployed: options.isDeployed ?? false }
      case 'GET_SOCIAL_REDIRECT_URI':
        return { uri: `https://wallet.example/social/start?state=s1&provider=${message.payload.provider}` }
      case 'CONNECT_SOCIAL': {
        if (message.payload.chainId !== undefined) assertKnown(message.payload.chainId)
        isLoggedIn = true
        const { chainId = 10, preferredAccountType = 'eoa' } = message.payload
        return { ...toUser(chainId, preferredAccountType), email: null, userName: 'ann' }
      }
      case 'GET_FARCASTER_URI':
        return { url: 'https://farcaster.example/connect' }
      case 'CONNECT_PHONE': {
        const { phone } = message.payload
        if (!phone.startsWith('+')) throw new Fault({ message: 'Enter a mobile number.', reason: 'INVALID_PHONE' })
        return { phone: phone.replace(/^(\+\d\d)/, '$1 '), retryAfter: 30 }
      }
      case 'CONNECT_PHONE_OTP':
        if (message.payload.otp !== '123456') throw new Fault({ message: 'Invalid code' })
        isLoggedIn = true
        email = undefined
        return { userName: '+49 15112345678' }
      case 'CONNECT_PASSKEY':
        isLoggedIn = true
        email = undefined
        return undefined
      case 'CONNECT_FARCASTER':
        isLoggedIn = true
        email = undefined
        return { userName: 'ann.eth' }
      case 'UPDATE_EMAIL':
        return { action: 'VERIFY_PRIMARY_OTP' }
      case 'UPDATE_EMAIL_SECONDARY_OTP':
        email = 'new@example.org'
        return { newEmail: email }
      case 'SIGN_OUT':
        isLoggedIn = false
        return undefined
      case 'RPC_ABORT':
        aborted.push(message.payload?.requestId)
        return undefined
      case 'RPC_REQUEST': {
        assertLogin()
        const fault = options.faults?.[message.payload.method]
        if (fault) throw new Fault(fault)
        if (approvalMethods.includes(message.payload.method)) await assertApproval()
        return answerRpc(message.payload, keys)
      }
      default:
        return undefined
    }
  }

  port1.onmessage = ({ data }) => {
    const message = parseAppMessage(data)
    if (!message) {
      unread.push(data)
      return
    }
    messages.push(message)
    const { id, name } = message
    const own = options.answer?.(message)
    if (own === null) return
    Promise.resolve(own === undefined ? answer(message) : own).then(
      (payload) => post({ kind: 'success', name, id, payload } as FrameEvent),
      (cause: unknown) => {
        const fault = cause instanceof Fault ? cause.fault : { message: String(cause) }
        post({ kind: 'error', name, id, fault })
      },
    )
  }
  onTestFinished(() => {
    port1.close()
    port2.close()
  })
  return {
    port: port2,
    keys,
    messages,
    unread,
    aborted,
    user: user.controls,
    prompts: () => prompts,
    logOut() {
      isLoggedIn = false
    },
    count: (name) => messages.filter((message) => message.name === name).length,
    requests: (method) =>
      messages.flatMap((message) =>
        message.name === 'RPC_REQUEST' && message.payload.method === method ? [message] : [],
      ),
  }
}
