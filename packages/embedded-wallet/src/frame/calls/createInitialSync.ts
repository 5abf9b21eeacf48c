import { isLatchkeyError, type PluginContext } from '@latchkey/core'
import { TimedOutError, version, waitFor } from '@latchkey/core/plugin'
import type { AppPayloads } from '../../protocol/messages.js'
import type { FrameMemory } from '../../storage/frameMemory.js'
import { frameTimeouts } from '../frameClient.js'
import type { Calls } from './createCalls.js'
import { storeReply } from './storeReply.js'

export type InitialSyncOptions = {
  readonly context: PluginContext
  readonly projectId: string
  readonly memory: FrameMemory
  readonly calls: Calls
}

/** The first messages to every document that loads in the frame. */
export type InitialSync = {
  /** Sends the app's metadata and theme, and requests the networks with smart accounts. */
  begin(): void
  /** Resolves when the latest sync is done, or after a timeout. */
  whenDone(signal: AbortSignal): Promise<void>
  /** Sets the theme for documents that load later. */
  setTheme(theme: AppPayloads['SYNC_THEME']): void
}

export function createInitialSync({ context, projectId, memory, calls }: InitialSyncOptions): InitialSync {
  const { env, warn, signal, options } = context
  let theme: AppPayloads['SYNC_THEME'] | undefined
  let done: Promise<unknown> = Promise.resolve()

  const sendDapp = (): Promise<unknown> => {
    const { metadata } = options
    const origin = env.window()?.location.origin ?? ''
    return calls.request({
      name: 'SYNC_DAPP_DATA',
      signal,
      payload: {
        projectId,
        sdkType: 'w3m',
        sdkVersion: version,
        ...(metadata && { metadata: { description: '', url: origin, icons: [], ...definedOf(metadata) } }),
      },
    })
  }
  const readNetworks = async (): Promise<void> => {
    const name = 'GET_SMART_ACCOUNT_ENABLED_NETWORKS'
    try {
      storeReply(memory, env, { name, payload: (await calls.request({ name, payload: undefined, signal })) as never })
    } catch (cause) {
      // the modal or the frame's document is gone, which says nothing about the networks
      if (isLatchkeyError(cause) && ['ABORTED', 'REQUEST_ABORTED'].includes(cause.code)) return
      memory.set('smartAccountNetworks', '') // no smart accounts, as far as we know [S8.37]
    }
  }
  return {
    begin() {
      const silent = signal.aborted ? () => undefined : warn
      sendDapp().catch(silent)
      if (theme) calls.request({ name: 'SYNC_THEME', payload: theme, signal }).catch(silent)
      done = readNetworks()
    },
    async whenDone(own) {
      try {
        await waitFor(done, { env, signal: own, timeout: frameTimeouts.exchange })
      } catch (cause) {
        if (!(cause instanceof TimedOutError)) throw cause
      }
    },
    setTheme(next) {
      theme = next
    },
  }
}

function definedOf<type extends object>(value: type): { [name in keyof type]: Exclude<type[name], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as never
}
