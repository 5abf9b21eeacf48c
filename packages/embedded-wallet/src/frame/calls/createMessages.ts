import type { PluginContext } from '@latchkey/core'
import { InvalidEmailError, isEmail, pause, TimedOutError, waitFor } from '@latchkey/core/plugin'
import type { Listeners } from '../../listeners.js'
import { clearLogin, type FrameMemory, getLastChain, hasLogin } from '../../storage/frameMemory.js'
import {
  type CallName,
  type CallOptions,
  type CallPayload,
  type CallReply,
  type FrameClient,
  type FrameClientEvents,
  frameTimeouts,
} from '../frameClient.js'
import type { Call, Calls } from './createCalls.js'
import type { InitialSync } from './createInitialSync.js'
import { assertCooledDown, type Success, storeReply } from './storeReply.js'

export type MessagesOptions = {
  readonly context: PluginContext
  readonly memory: FrameMemory
  readonly calls: Calls
  readonly initialSync: InitialSync
  readonly emit: Listeners<FrameClientEvents>['emit']
  readonly isReady: () => boolean
  /** Resolves when the current document is gone. */
  readonly whenLost: () => Promise<void>
  /** Gives the current document up. The next message loads the frame again. */
  readonly drop: () => void
}

/** Sends the message together with the steps before and after it. */
type Send<name extends CallName> = (
  payload: CallPayload<name>,
  signal: AbortSignal,
  timeout?: CallOptions['timeout'],
) => Promise<CallReply<name>>

export type Messages = { readonly [name in CallName]?: Send<name> } & {
  /** Sends any message, and stores the login data of its reply. */
  send<name extends CallName>(
    name: name,
    payload: CallPayload<name>,
    signal: AbortSignal,
    timeout?: CallOptions['timeout'],
  ): Promise<CallReply<name>>
  readonly reload: FrameClient['reload']
  /** Stores the frame's token of the session, unless the user is signing out of it. */
  storeToken(token: string): void
}

/** Messages that do more than send a request and return its reply. */
export function createMessages(options: MessagesOptions): Messages {
  const { context, memory, calls, initialSync, emit, isReady, whenLost, drop } = options
  const { env, warn, signal: ended } = context
  let reloading: Promise<void> | undefined
  /** Until the frame has replied to SIGN_OUT. */
  let signingOut: Promise<unknown> | undefined

  const send: Messages['send'] = async (name, payload, signal, timeout) => {
    if (reloading && name !== 'RELOAD') await waitFor(reloading, { env, signal })
    const reply = await calls.request({ name, payload, signal, timeout } as Call)
    // whoever has left or signed out since gets nothing stored
    signal.throwIfAborted()
    storeReply(memory, env, { name, payload: reply } as Pick<Success, 'name' | 'payload'>)
    return reply as CallReply<typeof name>
  }
  const verifyChain = async (stored: string | number): Promise<void> => {
    const { chainId } = await send('GET_CHAIN_ID', undefined, ended)
    if (String(chainId) !== String(stored)) emit('chain', { chainId })
  }

  /** The site must get a sign-out before its document goes. */
  const whenSignedOut = async (): Promise<void> => {
    try {
      if (signingOut) await waitFor(signingOut, { env, signal: ended, timeout: frameTimeouts.signOut })
    } catch (cause) {
      if (!(cause instanceof TimedOutError)) throw cause
    }
  }
  const reload = async (): Promise<void> => {
    const lost = whenLost()
    await send('RELOAD', undefined, ended)
    try {
      // until then the old document would take messages, and answer none
      await waitFor(lost, { env, signal: ended, timeout: frameTimeouts.reload })
    } catch (cause) {
      if (!(cause instanceof TimedOutError)) throw cause
      drop()
    }
  }
  const reloadLater = async (isNeeded: () => boolean): Promise<void> => {
    try {
      await pause(env, frameTimeouts.beforeReload, ended)
      await whenSignedOut()
      if (isNeeded()) await reload()
    } catch (cause) {
      if (!ended.aborted) warn(cause)
    } finally {
      reloading = undefined
    }
  }

  return {
    send,
    storeToken(token) {
      // it was renewed before the frame read SIGN_OUT
      if (!signingOut) memory.set('sessionToken', token)
    },
    reload(isNeeded) {
      reloading ??= reloadLater(isNeeded)
    },
    async CONNECT_EMAIL(payload, signal) {
      assertEmail(payload.email)
      assertCooledDown(memory, env)
      return send('CONNECT_EMAIL', payload, signal)
    },
    async UPDATE_EMAIL(payload, signal) {
      assertEmail(payload.email)
      return send('UPDATE_EMAIL', payload, signal)
    },
    async GET_USER(payload, signal, timeout) {
      const chainId = payload?.chainId ?? getLastChain(memory) ?? 1
      const user = await send('GET_USER', { ...payload, chainId }, signal, timeout)
      emit('user', user)
      return user
    },
    async CONNECT_SOCIAL(payload, signal, timeout) {
      const user = await send('CONNECT_SOCIAL', payload, signal, timeout)
      emit('user', user)
      return user
    },
    async IS_CONNECTED(payload, signal) {
      if (!hasLogin(memory)) return { isConnected: false }
      const token = payload?.token ?? memory.get('sessionToken')
      try {
        const reply = await send('IS_CONNECTED', token === undefined ? undefined : { token }, signal)
        emit('connected', reply)
        return reply
      } catch (cause) {
        signal.throwIfAborted()
        ended.throwIfAborted()
        clearLogin(memory)
        emit('connected', { isConnected: false })
        throw cause
      }
    },
    async GET_CHAIN_ID(_payload, signal) {
      const stored = getLastChain(memory)
      if (stored === undefined) return send('GET_CHAIN_ID', undefined, signal)
      // the stored value must be correct, but isn't worth loading a frame for
      if (isReady()) verifyChain(stored).catch(() => undefined)
      return { chainId: stored }
    },
    async SET_PREFERRED_ACCOUNT(payload, signal) {
      try {
        const account = await send('SET_PREFERRED_ACCOUNT', payload, signal)
        emit('account', account)
        return account
      } catch (cause) {
        signal.throwIfAborted()
        emit('account', { type: 'eoa' })
        throw cause
      }
    },
    async SYNC_THEME(payload, signal) {
      initialSync.setTheme(payload)
      if (isReady()) await send('SYNC_THEME', payload, signal)
    },
    async SIGN_OUT(payload, signal) {
      clearLogin(memory)
      memory.delete('sessionToken')
      // continues after the timeout, so that the frame gets it before any other message
      const sent = send('SIGN_OUT', payload, ended)
      signingOut = sent
        .catch(() => undefined) // reported below
        .finally(() => {
          signingOut = undefined
        })
      try {
        await waitFor(sent, { env, signal, timeout: frameTimeouts.signOut })
      } catch (cause) {
        if (!(cause instanceof TimedOutError)) throw cause
        warn(cause)
      }
    },
  }
}

function assertEmail(email: string): void {
  if (!isEmail(email)) throw new InvalidEmailError()
}
