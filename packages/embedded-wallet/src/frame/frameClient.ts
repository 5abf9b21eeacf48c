import type { CaipNetworkId, Namespace, PluginContext } from '@latchkey/core'
import type {
  AppPayloads,
  FrameChainId,
  FrameReplies,
  FrameUser,
  MessageName,
  RpcPayload,
} from '../protocol/messages.js'
import type { FrameMemory } from '../storage/frameMemory.js'

export type CallName = Exclude<MessageName, 'RPC_REQUEST' | 'RPC_ABORT'>

export type CallPayload<name extends CallName> = AppPayloads[name]

export type CallReply<name extends CallName> = FrameReplies[name]

/** Why the frame could not be used, as the callback for it is told. [S8.20] [S8.21] [S8.22] */
export type FrameTimeout = 'iframe_load_failed' | 'iframe_request_timeout' | 'unverified_domain'

/** CSS pixels of the viewport. */
export type FrameRect = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** Replies that change who is logged in, whoever asked for them. */
export type FrameClientEvents = {
  /** GET_USER, CONNECT_SOCIAL. */
  user: FrameUser & { readonly userName?: string | null | undefined }
  /** IS_CONNECTED; false also where it failed. */
  connected: { readonly isConnected: boolean }
  /** SET_PREFERRED_ACCOUNT; where it failed the account is the key pair's own, and no address is told. */
  account: { readonly type: 'eoa' | 'smartAccount'; readonly address?: string | undefined }
  /** The frame is on another chain than the one that GET_CHAIN_ID was answered with at once. */
  chain: { readonly chainId: FrameChainId }
}

export type CallOptions = {
  readonly signal: AbortSignal
  /**
   * Milliseconds, for what the visitor does elsewhere: nothing is wrong with a frame that takes so long, and it is told when the
   * wait is given up.
   */
  readonly limit?: number | undefined
}

export type FrameClientOptions = {
  readonly context: PluginContext
  /** Address of the frame's page; its query is kept, and ours is added. */
  readonly url: string
  /** Where messages go to and come from; the origin of `url` unless that redirects. */
  readonly origin?: string | undefined
  readonly projectId: string
  /** The network that the app is on in a chain family; of the whole app where no family is named. */
  getChain(namespace?: Namespace): CaipNetworkId | undefined
  getRpcUrl(chain: CaipNetworkId): string | undefined
  readonly enableLogger?: boolean | undefined
  onTimeout?(reason: FrameTimeout): void
}

/** The app's end of the secure frame. Every method gives up when its signal aborts, and rejects with its reason. */
export type FrameClient = {
  /**
   * Loads the frame where need be, and does the first exchange: READY, a port or 500 ms, SYNC_DAPP_DATA and
   * GET_SMART_ACCOUNT_ENABLED_NETWORKS. Once for all who wait; after a failure the next call tries again. [S4.31]
   */
  open(signal: AbortSignal): Promise<void>
  /**
   * Sends any message but RPC_REQUEST and RPC_ABORT, and resolves with its reply. Rejects with `EMAIL_COOLDOWN`,
   * `FRAME_LOAD_FAILED`, `FRAME_REQUEST_TIMED_OUT`, `FRAME_FAILED`, `REQUEST_ABORTED`. What a reply says of the login is
   * stored. GET_CHAIN_ID is answered from storage where something is there. [S4.38]
   */
  call<name extends CallName>(name: name, payload: CallPayload<name>, options: CallOptions): Promise<CallReply<name>>
  /**
   * Sends an RPC_REQUEST: BigInt becomes 0x hex, and namespace, chain and URL are filled in where absent. `isSafe`: it
   * survives {@link FrameClient.abortRequests}.
   */
  request(payload: RpcPayload, options: { readonly signal: AbortSignal; readonly isSafe: boolean }): Promise<unknown>
  /** Rejects all requests but safe ones with `REQUEST_ABORTED`, and tells the frame by RPC_ABORT. [S4.37] */
  abortRequests(): void
  readonly memory: FrameMemory
  /** Of the frame's page, and of the pages that log in with it. */
  readonly origin: string
  /** Shows the frame in this place, above everything; null hides it. It is never moved in the document. */
  place(rect: FrameRect | null): void
  /** Esc, or a press beside the frame while it is shown. */
  onCloseRequest(listener: () => void): () => void
  on<event extends keyof FrameClientEvents>(
    event: event,
    listener: (data: FrameClientEvents[event]) => void,
  ): () => void
  destroy(): void
}

/** Milliseconds. [S9.16] [S9.1] */
export const frameTimeouts = {
  /** For READY, from the first message that waits for it. */
  load: 20_000,
  /** For the five messages of a login, from when they are sent; for all others it is a silent limit. */
  request: 120_000,
  /** For what the visitor has to approve, beyond the five minutes that an approval lives. */
  approval: 600_000,
  signOut: 3_000,
  /** For the frame to say whether it dropped a request that the user has left. */
  leaving: 3_000,
  /** After READY, for frames without a handshake; and for frames with one to take the port. */
  settle: 500,
  /** For the frame to say which networks have smart accounts, before it counts as open without. */
  exchange: 5_000,
  /** Between two pings to a frame that is waited for. */
  beat: 5_000,
  /** For the answer to the last of them. */
  lastBeat: 1_000,
  /** Between two mails. */
  cooldown: 30_000,
} as const
